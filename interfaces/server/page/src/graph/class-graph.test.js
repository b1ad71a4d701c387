import assert from 'node:assert/strict'
import { test } from 'node:test'
import { around, children, drawn, members, readGraph, written } from './class-graph.js'
import { place } from './layout.js'

const PLACE = { file: 'a.yaml', line: 1, column: 1 }
const class_ = (name, parents, package_ = 'my.app', ancestors = parents) => ({
  name, version: '1.0.0', package: package_, usage: 'Class', incomplete: false, parents, ancestors, properties: {}, methods: {}, place: PLACE
})
const GRAPH = readGraph({
  packages: [{ name: 'my.app', version: '1.0.0' }, { name: 'my.other', version: '1.0.0' }],
  classes: [
    class_('io.Object', [], 'io'),
    class_('my.app.Base', ['io.Object/1.0.0']),
    class_('my.app.One', ['my.app.Base/1.0.0'], 'my.app', ['my.app.Base/1.0.0', 'io.Object/1.0.0']),
    class_('my.app.Two', ['my.app.Base/1.0.0'], 'my.app', ['my.app.Base/1.0.0', 'io.Object/1.0.0']),
    class_('my.other.Three', ['my.app.Base/1.0.0'], 'my.other', ['my.app.Base/1.0.0', 'io.Object/1.0.0'])
  ]
})

const names = ({ nodes }) => nodes.map(({ label, found, near }) => near ? `~${label}` : found ? label : `(${label})`)

for (const [name, chosen, expected] of [
  ['without library classes, but for those that are extended', {}, ['~Object', 'Base', 'One', 'Two', 'Three']],
  ['with them', { library: true }, ['Object', 'Base', 'One', 'Two', 'Three']],
  ['of one package, with what it extends', { package: 'my.other' }, ['~Object', '(Base)', 'Three']],
  ['searched, with what they extend', { text: 'APP one' }, ['~Object', '(Base)', 'One']],
  ['nothing found', { text: 'four' }, []]
]) {
  test(`drawn ${name}`, () => assert.deepEqual(names(drawn(GRAPH, chosen)), expected))
}

test('a class that extends what is not drawn says so', () => {
  assert.deepEqual(drawn(GRAPH, {}).nodes.map(({ outside }) => outside), [[], ['io.Object'], [], [], []])
})

test('a class of several versions tells which one it is', () => {
  const graph = readGraph({
    packages: [{ name: 'my.app', version: '1.0.0' }, { name: 'my.app', version: '2.0.0' }],
    classes: [class_('my.app.One', []), { ...class_('my.app.One', []), version: '2.0.0' }]
  })
  assert.deepEqual(names(drawn(graph, {})), ['One 1.0.0', 'One 2.0.0'])
})

test('the surroundings of a class', () => {
  const picture = around(GRAPH, drawn(GRAPH, {}), 'my.app.Base/1.0.0', 2)
  assert.deepEqual(names(picture), ['~Object', 'Base', 'One', 'Two'])
  assert.equal(picture.more, 1)
  assert.equal(picture.edges.length, 3)
})

test('names are in their natural order', () => {
  const graph = readGraph({ packages: [{ name: 'my.app', version: '1.0.0' }], classes: ['A10', 'A9', 'a1'].map((name) => class_(`my.app.${name}`, [])) })
  assert.deepEqual(names(drawn(graph, {})), ['a1', 'A9', 'A10'])
})

test('who extends a class', () => {
  assert.deepEqual(children(GRAPH, 'my.app.Base/1.0.0'), ['my.app.One/1.0.0', 'my.app.Two/1.0.0', 'my.other.Three/1.0.0'])
})

test('members: its own first; a default may be null', () => {
  const member = { usage: 'In', ambiguous: [], place: PLACE }
  const rows = members({
    id: 'a/1',
    properties: {
      above: { ...member, declaring: 'b/1', contract: '$.int()', inherited_contracts: ['$.string()'] },
      own: { ...member, declaring: 'a/1', default: null }
    }
  }, 'properties')
  assert.deepEqual(rows.map(({ name, own, hasDefault, contract, inherited }) => [name, own, hasDefault, contract, inherited]),
    [['own', true, true, null, []], ['above', false, false, '$.int()', ['$.string()']]])
})

test('members: arguments, and what they override', () => {
  const [row] = members({
    id: 'a/1',
    methods: { go: { usage: 'Runtime', ambiguous: [], place: PLACE, declaring: 'a/1', overrides: ['b/1'], arguments: [{ name: 'way', usage: 'Standard', contract: '$' }] } }
  }, 'methods')
  assert.deepEqual([row.overrides, row.parameters], [['b/1'], [{ name: 'way', usage: 'Standard', contract: '$' }]])
})

test('defaults are written as they are', () => {
  assert.deepEqual([null, 1, 'a', { yaql: '$.x' }, { yaql: 1, b: 2 }].map(written), ['null', '1', '"a"', '$.x', '{"yaql":1,"b":2}'])
})

/** A forest: trees of `branches` classes that have `leaves` children each. */
function forest (trees, branches, leaves) {
  const [nodes, edges] = [[], []]
  const add = (id, parent) => {
    nodes.push({ id, label: id, detail: 'my.app' })
    if (parent) edges.push({ child: id, parent })
  }
  for (let tree = 0; tree < trees; tree += 1) {
    add(`root${tree}`)
    for (let branch = 0; branch < branches; branch += 1) {
      add(`branch${tree}.${branch}`, `root${tree}`)
      for (let leaf = 0; leaf < leaves; leaf += 1) add(`leaf${tree}.${branch}.${leaf}`, `branch${tree}.${branch}`)
    }
  }
  return { nodes, edges }
}

for (const [name, shape] of Object.entries({ 'one class': [1, 0, 0], 'many alone': [300, 0, 0], 'one tree': [1, 20, 24], 'many trees': [30, 4, 4] })) {
  test(`no class is drawn over another: ${name}`, () => {
    const graph = forest(...shape)
    const { positions } = place(graph)
    assert.equal(positions.size, graph.nodes.length)
    const boxes = [...positions.values()]
    const apart = (one, other) =>
      Math.abs(one.x - other.x) >= (one.width + other.width) / 2 - 0.01 || Math.abs(one.y - other.y) >= (one.height + other.height) / 2 - 0.01
    assert.ok(boxes.every((one, index) => boxes.slice(index + 1).every((other) => apart(one, other))))
    for (const { child, parent } of graph.edges) assert.ok(positions.get(child).x > positions.get(parent).x)
  })
}

test('nothing to draw has no size', () => {
  const { width, height } = place({ nodes: [], edges: [] })
  assert.deepEqual([width, height], [0, 0])
})
