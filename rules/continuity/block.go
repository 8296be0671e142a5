package continuity

import "strings"

// maxDebug bounds a value on a debug line, in code points.
const maxDebug = 200

// Block returns the lines that put the gate's answer before an agent, for
// every door the same, without a line break at the end. It is "" when there is
// no approved plan to speak about or the adapter is disabled. No value of the
// input can open or close a block: debug lines show them escaped and cut off.
func Block(r Result, c Config) string {
	if !r.Governed || !c.Adapter.ForceRecall.Enabled {
		return ""
	}
	label := c.Adapter.ForceRecall.InjectBlockLabel
	lines := []string{"[" + label + "]", "status=" + r.Status, "verdict=" + r.Verdict}
	if r.Reason != "" {
		lines = append(lines, "reason="+r.Reason)
	}
	if c.Debug {
		lines = append(lines,
			"planId="+oneLine(r.PlanID, maxDebug),
			"closure="+debugValue(r.Closure),
			"nextAction="+debugValue(r.NextAction))
	}
	if !r.OK {
		lines = append(lines,
			"- HARD_GATE: Do not close out this reply as normal completion.",
			"- HARD_GATE: Route back to continuity failure until a real next dispatch receipt exists"+unless(c.LegalTerminalStates)+".")
	}
	return strings.Join(append(lines, "[/"+label+"]"), "\n")
}

// debugValue shows a string as it is and any other value as JSON.
func debugValue(n *Node) string {
	switch {
	case n == nil:
		return ""
	case n.Kind == String:
		return oneLine(n.Text, maxDebug)
	}
	return oneLine(string(n.JSON(true)), maxDebug)
}

// unless names the states in which a reply may close without a receipt.
func unless(states []string) string {
	if len(states) == 0 {
		return ""
	}
	words := make([]string, len(states))
	for i, s := range states {
		words[i] = oneLine(s, maxDebug)
	}
	last := len(words) - 1
	list := words[last]
	switch last {
	case 0:
	case 1:
		list = words[0] + " or " + list
	default:
		list = strings.Join(words[:last], ", ") + ", or " + list
	}
	return ", unless closure state is " + list
}
