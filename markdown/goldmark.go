package markdown

import (
	"bytes"
	"sync"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// maxNesting is how many blocks may be open inside each other; a list counts
// twice, with its item. A line costs goldmark the square of it.
const maxNesting = 48

// A blockParser is goldmark's parser for block structure alone. Link reference
// definitions and tables are ours: goldmark's take a time that grows with the
// square of their number (of columns, for tables), and its extension package
// costs half as much start-up as all the rest of it. Inlines are skipped.
type blockParser struct {
	parser parser.Parser
	key    parser.ContextKey // of the *reading
}

// goldmark is safe for concurrent use; the parsers below keep their state in
// the context of one Parse.
var engine = sync.OnceValue(func() *blockParser {
	p := &blockParser{key: parser.NewContextKey()}
	p.parser = parser.NewParser(
		parser.WithBlockParsers(
			util.Prioritized(parser.NewSetextHeadingParser(), 100),
			util.Prioritized(placed{parser.NewThematicBreakParser()}, 200),
			util.Prioritized(nesting{placed{parser.NewListParser()}, p}, 300),
			util.Prioritized(placed{parser.NewListItemParser()}, 400),
			util.Prioritized(parser.NewCodeBlockParser(), 500),
			util.Prioritized(placed{parser.NewATXHeadingParser()}, 600),
			util.Prioritized(fenced{placed{parser.NewFencedCodeBlockParser()}, p}, 700),
			util.Prioritized(nesting{placed{parser.NewBlockquoteParser()}, p}, 800),
			util.Prioritized(tagged{parser.NewHTMLBlockParser()}, 900),
			util.Prioritized(parser.NewParagraphParser(), 1000),
		),
		parser.WithParagraphTransformers(
			util.Prioritized(definitions{p}, 100),
			util.Prioritized(tables{}, 200),
		),
		parser.WithInlineParsers(util.Prioritized(skipped{p}, 100)),
	)
	return p
})

// A reading is what one Parse collects beside the tree.
type reading struct {
	closers map[ast.Node]Span // closing lines of fenced code
	defs    []definition
	deep    int // where the nesting cap was hit; -1: nowhere
	filler  *ast.String
}

func (p *blockParser) reading(pc parser.Context) *reading { return pc.Get(p.key).(*reading) }

// parse reads the block structure of src from an offset on. Positions in the
// tree are offsets into src.
func (p *blockParser) parse(src []byte, from int) (root ast.Node, r *reading) {
	r = &reading{deep: -1, filler: ast.NewString(nil)}
	// goldmark is someone else's code and src is anything.
	defer func() {
		if recover() != nil {
			root = nil
		}
	}()
	pc := parser.NewContext()
	pc.Set(p.key, r)
	in := text.NewReader(src)
	if from > 0 {
		in.SetPosition(-1, text.NewSegment(0, from))
		in.AdvanceLine()
	}
	return p.parser.Parse(in, parser.WithContext(pc)), r
}

// placed corrects the position of blocks that a tab stands before: goldmark
// counts the columns of the tab, not its byte.
type placed struct{ parser.BlockParser }

func (p placed) Open(parent ast.Node, in text.Reader, pc parser.Context) (ast.Node, parser.State) {
	_, at := in.Position()
	node, state := p.BlockParser.Open(parent, in, pc)
	if node != nil && at.Padding > 0 {
		pc.SetBlockOffset(max(pc.BlockOffset()-at.Padding, 0))
	}
	return node, state
}

// nesting opens no container beyond the cap; the line is text then.
type nesting struct {
	parser.BlockParser
	p *blockParser
}

func (n nesting) Open(parent ast.Node, in text.Reader, pc parser.Context) (ast.Node, parser.State) {
	if len(pc.OpenedBlocks()) < maxNesting {
		return n.BlockParser.Open(parent, in, pc)
	}
	// It must be asked all the same: the list parser keeps a flag that only its
	// Open clears.
	line, at := in.Position()
	node, state := n.BlockParser.Open(parent, in, pc)
	if node == nil {
		return nil, state
	}
	in.SetPosition(line, at)
	if r := n.p.reading(pc); r.deep < 0 {
		r.deep = at.Start
	}
	return nil, parser.NoChildren
}

// fenced notes the closing lines, which the tree does not have.
type fenced struct {
	parser.BlockParser
	p *blockParser
}

func (f fenced) Continue(node ast.Node, in text.Reader, pc parser.Context) parser.State {
	_, at := in.Position()
	state := f.BlockParser.Continue(node, in, pc)
	if state&parser.Continue == 0 {
		r := f.p.reading(pc)
		if r.closers == nil {
			r.closers = map[ast.Node]Span{}
		}
		r.closers[node] = Span{at.Start, at.Stop}
	}
	return state
}

// tagged spares lines that cannot open an HTML block seven regular
// expressions, and comments six.
type tagged struct{ parser.BlockParser }

func (t tagged) Open(parent ast.Node, in text.Reader, pc parser.Context) (ast.Node, parser.State) {
	line, at := in.PeekLine()
	i := pc.BlockOffset()
	if i < 0 || i+1 >= len(line) {
		return nil, parser.NoChildren
	}
	switch c := line[i+1]; {
	case bytes.HasPrefix(line[i:], []byte("<!--")):
		node := ast.NewHTMLBlock(ast.HTMLBlockType2)
		node.Lines().Append(at)
		in.AdvanceToEOL()
		return node, parser.NoChildren
	case c == '!', c == '?', c == '/', letter(c):
		return t.BlockParser.Open(parent, in, pc)
	}
	return nil, parser.NoChildren
}

// skipped stands in for all inline parsers: it takes a block's text at its
// first byte, whatever that is, and leaves nothing in the tree.
type skipped struct{ p *blockParser }

func (skipped) Trigger() []byte { return []byte(" !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~") }

func (s skipped) Parse(_ ast.Node, block text.Reader, pc parser.Context) ast.Node {
	for {
		if line, _ := block.PeekLine(); line == nil {
			// One node for all blocks: appending it takes it from the last one.
			return s.p.reading(pc).filler
		}
		block.AdvanceLine()
	}
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func digit(c byte) bool { return c >= '0' && c <= '9' }
