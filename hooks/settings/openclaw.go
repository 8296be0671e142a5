package settings

import (
	"strings"
)

// The plugin's entry in OpenClaw's configuration.
var (
	accessKey = []string{"plugins", "entries", "memorylint", "hooks", "allowConversationAccess"}
	binaryKey = []string{"plugins", "entries", "memorylint", "config", "binary"}
)

// openClawEntries are the two settings that the plugin needs: without the
// first one OpenClaw registers none of its prompt hooks and says nothing.
func openClawEntries(o Options) []entry {
	return []entry{
		openClawKey{keys: accessKey, value: "true"},
		openClawKey{keys: binaryKey, value: quoted(o.Program), free: true},
	}
}

// An openClawKey is one value at a chain of keys.
type openClawKey struct {
	keys  []string
	value word
	free  bool // a person may have chosen another value
}

func (k openClawKey) name() string { return strings.Join(k.keys, ".") }

func (k openClawKey) optional() bool { return false }

// follow goes along the keys as far as they are there.
func (k openClawKey) follow(d *document) (route, error) {
	at := route{}
	v := d.root
	for n, key := range k.keys {
		if v == nil {
			break
		}
		where := strings.Join(k.keys[:n], ".")
		if n == 0 {
			where = "the root"
		}
		if err := d.want(v, '{', where); err != nil {
			return nil, err
		}
		i, err := d.get(v, key)
		if i < 0 || err != nil {
			return at, err
		}
		at, v = append(at, i), v.members[i].value
	}
	return at, nil
}

func (k openClawKey) find(d *document) (route, bool, error) {
	at, err := k.follow(d)
	if err != nil || len(at) < len(k.keys) {
		return nil, false, err
	}
	v := d.at(at)
	if d.src[v.start:v.end] != string(k.value) && !k.free {
		return nil, false, d.refuse(v.start, k.name()+" is "+d.src[v.start:v.end]+", and somebody chose that: without "+string(k.value)+" OpenClaw registers no prompt hook of the plugin")
	}
	return at, true, nil
}

func (k openClawKey) add(d *document) error {
	at, err := k.follow(d)
	if err != nil {
		return err
	}
	missing := k.keys[len(at):]
	var n node = k.value
	for i := len(missing) - 1; i > 0; i-- {
		n = object{{missing[i], n}}
	}
	if len(at) == 0 {
		return d.start(missing[0], n)
	}
	return d.insert(at, missing[0], n)
}

// renew is never asked for: what somebody chose stays.
func (k openClawKey) renew(*document, route) error { return nil }

func (k openClawKey) ours(d *document, at route) bool { return k.says(d, at) == string(k.value) }

func (k openClawKey) says(d *document, at route) string {
	v := d.at(at)
	return d.src[v.start:v.end]
}
