import assert from 'node:assert/strict'
import { test } from 'node:test'
import { children, drawn, firstOf, groupsOf, members, written } from './class-graph.js'
import { place } from './layout.js'

const PLACE = { file: 'a.yaml', line: 1, column: 1 }
const class_ = (name, parents = [], package_ = 'my.app', version = '1.0.0') => ({ name, version, package: package_, usage: 'Class', parents })
const BASE = 'my.app.Base/1.0.0'
const AROUND_BASE = {
  middle: class_('my.app.Base', ['io.Object/1.0.0']),
  relatives: [class_('io.Object', [], 'io'), class_('my.app.A10', [BASE]), class_('my.app.A9', [BASE]), class_('my.other.Three', [BASE], 'my.other')],
  left_out: 0
}

test('a neighbourhood is drawn, in the natural order of names', () => {
  const { nodes, edges } = drawn(AROUND_BASE)
  assert.deepEqual(nodes.map(({ label, detail, library }) => [label, detail, library]),
    [['Object', 'io', true], ['A9', 'my.app', false], ['A10', 'my.app', false], ['Base', 'my.app', false], ['Three', 'my.other', true]])
  assert.equal(edges.length, 4)
  assert.deepEqual(children(AROUND_BASE), ['my.app.A9/1.0.0', 'my.app.A10/1.0.0', 'my.other.Three/1.0.0'])
})

test('a class of several versions tells which one it is', () => {
  const two = { middle: class_('my.One'), relatives: [class_('my.One', ['my.One/1.0.0'], 'my.app', '2.0.0')] }
  assert.deepEqual(drawn(two).nodes.map(({ label }) => label), ['One 1.0.0', 'One 2.0.0'])
})

for (const [what, classes, name, expected] of [
  ['the one that has the name of the package', ['my.app.A', 'my.app'], 'my.app', 'my.app'],
  ['else the first one', ['my.app.A', 'my.app.B'], 'my.app', 'my.app.A'],
  ['of several packages what applications extend', ['my.app', 'io.murano.Application'], null, 'io.murano.Application'],
  ['nothing where there is nothing', [], null, undefined]
]) {
  test(`a view begins with a class: ${what}`, () => assert.equal(firstOf(classes.map((each) => class_(each)), name)?.name, expected))
}

test('a view begins with no base class', () => {
  assert.equal(firstOf([{ ...class_('a.A'), is_base: true }, { ...class_('a.B'), usage: 'Meta' }, class_('a.C')]).name, 'a.C')
})

test('classes by package: the core library comes last, names are in their natural order', () => {
  const classes = [class_('io.murano.Object', [], 'io.murano'), class_('x.A10', [], 'x'), class_('x.A9', [], 'x')]
  assert.deepEqual(groupsOf(classes).map(({ name, members }) => [name, members.map((each) => each.name)]), [['x', ['x.A9', 'x.A10']], ['io.murano', ['io.murano.Object']]])
})

test('members: its own first; a default may be null', () => {
  const member = { usage: 'In', ambiguous: [], place: PLACE }
  const rows = members({
    name: 'a',
    version: '1',
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
    name: 'a',
    version: '1',
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

/** Classes with several parents each, some of them far above; the same for the same number. */
function tangle (number) {
  const nodes = Array.from({ length: number }, (_, at) => ({ id: `n${at}`, label: 'N'.repeat(1 + (at * 7) % 30), detail: 'my.app' }))
  const parents = (at) => [...new Set([1, 2, 5].map((step) => (at * step * 31) % number).filter((parent) => parent < at))]
  return { nodes, edges: nodes.flatMap(({ id }, at) => parents(at).map((parent) => ({ child: id, parent: `n${parent}` }))) }
}

const GRAPHS = {
  'one class': forest(1, 0, 0),
  'many alone': forest(300, 0, 0),
  'one tree': forest(1, 20, 24),
  'many trees': forest(30, 4, 4),
  'several parents': tangle(60),
  'a circle': { nodes: tangle(3).nodes, edges: [['n0', 'n1'], ['n1', 'n2'], ['n2', 'n0']].map(([child, parent]) => ({ child, parent })) }
}

/** Whether a point is inside of a box, not at its edge. */
const covers = (box, { x, y }) => Math.abs(x - box.x) < box.width / 2 - 0.5 && Math.abs(y - box.y) < box.height / 2 - 0.5

for (const [name, graph] of Object.entries(GRAPHS)) {
  const { positions, frames, arrows, width, height } = place(graph)
  const boxes = [...positions.values()]

  test(`no class is drawn over another: ${name}`, () => {
    assert.equal(positions.size, graph.nodes.length)
    const apart = (one, other) =>
      Math.abs(one.x - other.x) >= (one.width + other.width) / 2 - 0.01 || Math.abs(one.y - other.y) >= (one.height + other.height) / 2 - 0.01
    assert.ok(boxes.every((one, index) => boxes.slice(index + 1).every((other) => apart(one, other))))
    assert.ok(boxes.every((box) => box.x + box.width / 2 <= width + 0.01 && box.y + box.height / 2 <= height + 0.01))
  })

  test(`arrows lead from class to class and cross no box: ${name}`, () => {
    assert.ok(arrows.flatMap(({ ends: [from, to] }) => from.flatMap((child) => to.map((parent) => [child, parent])))
      .every(([child, parent]) => graph.edges.some((edge) => edge.child === child && edge.parent === parent)))
    assert.ok(graph.edges.every(({ child, parent }) => arrows.some(({ ends: [from, to] }) => from.includes(child) && to.includes(parent))))
    for (const { corners } of arrows) {
      for (const [at, corner] of corners.slice(1).entries()) {
        const last = corners[at]
        for (let step = 0; step <= 20; step += 1) { // bent lines stay between the heights of their ends, in a gap
          const point = { x: last.x + (corner.x - last.x) * step / 20, y: last.y + (corner.y - last.y) * step / 20 }
          assert.equal([...boxes, ...frames].find((box) => covers(box, point)), undefined, name)
        }
      }
    }
  })
}

test('parents are on the left', () => {
  const { nodes, edges } = GRAPHS['several parents']
  const { positions } = place({ nodes, edges })
  for (const { child, parent } of edges) assert.ok(positions.get(child).x > positions.get(parent).x)
})

test('a block fits into the room beside its parents', () => {
  const { frames } = place(forest(1, 30, 0), 1.6, 640)
  assert.ok(frames[0].width <= 320)
})

test('nothing to draw has no size', () => {
  const { width, height } = place({ nodes: [], edges: [] })
  assert.deepEqual([width, height], [0, 0])
})
