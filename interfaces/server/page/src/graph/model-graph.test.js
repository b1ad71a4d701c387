import assert from 'node:assert/strict'
import { test } from 'node:test'
import { place } from './layout.js'
import { readModelGraph } from './model-graph.js'

const object = (id, owner = null, name = null) => ({ id, name, owner, type: 'my.app.Thing/1.0.0@my.app', generated: false })
const reference = (source, target, property, owned = false) => ({ source, target, property, owned })

test('parts are edges, references are links, and both are in the rows', () => {
  const { nodes, edges, links, objects } = readModelGraph({
    objects: [object('root'), object('part', 'root', 'Part')],
    references: [reference('root', 'part', 'parts[0]', true), reference('part', 'root', 'whole'), reference('part', 'part', 'self')]
  })
  assert.deepEqual(nodes.map(({ label, detail }) => [label, detail]), [['Thing', 'root'], ['Thing', 'Part']])
  assert.deepEqual(edges, [{ child: 'object-1', parent: 'object-0' }])
  assert.deepEqual(links, [{ source: 'object-1', target: 'object-0' }, { source: 'object-1', target: 'object-1' }])
  assert.deepEqual(objects.get('object-0').has, [{ node: 'object-1', property: 'parts[0]', owned: true }])
  assert.deepEqual(objects.get('object-0').usedBy, [{ node: 'object-1', property: 'whole', owned: false }])
  assert.equal(objects.get('object-1').owner, 'object-0')
})

test('ids that are made by programs are cut', () => {
  const { nodes } = readModelGraph({ objects: [object('0123456789abcdef0123456789abcdef')], references: [] })
  assert.equal(nodes[0].detail, '01234567…')
})

test('a number and the text of its digits are two objects', () => {
  const { objects } = readModelGraph({ objects: [object(1), object('1', 1)], references: [reference(1, '1', 'a', true)] })
  assert.deepEqual([...objects.values()].map(({ id }) => id), [1, '1'])
  assert.equal(objects.get('object-1').owner, 'object-0')
})

test('many objects in circles of references are laid out by their owners', () => {
  const objects = [object(0), ...Array.from({ length: 1400 }, (_, index) => object(index + 1, Math.floor(index / 10)))]
  const references = objects.slice(1).flatMap(({ id, owner }) => [reference(owner, id, 'parts', true), reference(id, (id * 7) % 1400, 'next')])
  const { positions } = place(readModelGraph({ objects, references }))
  assert.equal(positions.size, 1401)
})
