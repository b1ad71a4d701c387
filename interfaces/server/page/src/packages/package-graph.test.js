import assert from 'node:assert/strict'
import { test } from 'node:test'
import { found, readPackageGraph } from './package-graph.js'

const DATA = {
  packages: [{ name: 'a.app', version: '1.0.0', checked: true }, { name: 'a.app', version: '2.0.0', checked: true }, { name: 'b.lib', version: '1.1.0', checked: false }],
  requirements: [
    { source: 'a.app/1.0.0', name: 'b.lib', spec: '>=1', target: 'b.lib/1.1.0' },
    { source: 'a.app/2.0.0', name: 'b.lib', spec: '>=2', target: null },
    { source: 'a.app/2.0.0', name: 'a.app', spec: '*', target: 'a.app/2.0.0' }
  ],
  missing: ['b.lib']
}

test('packages are nodes, and what is missing is one', () => {
  const { nodes, edges, packages } = readPackageGraph(DATA)
  assert.deepEqual(nodes.map(({ id, detail, library, missing }) => [id, detail, library, missing]), [
    ['a.app/1.0.0', '1.0.0', false, false], ['a.app/2.0.0', '2.0.0', false, false], ['b.lib', 'missing', true, true], ['b.lib/1.1.0', '1.1.0', true, false]
  ])
  assert.deepEqual(edges, [{ child: 'a.app/1.0.0', parent: 'b.lib/1.1.0' }, { child: 'a.app/2.0.0', parent: 'b.lib' }])
  assert.deepEqual(packages.get('b.lib').requiredBy, [{ id: 'a.app/2.0.0', name: 'a.app', spec: '>=2' }])
})

test('a search leaves neighbours', () => {
  const part = found(readPackageGraph(DATA), 'LIB b')
  assert.deepEqual(part.nodes.map(({ id, found: isFound }) => [id, isFound]), [['a.app/1.0.0', false], ['a.app/2.0.0', false], ['b.lib', true], ['b.lib/1.1.0', true]])
  assert.equal(found(readPackageGraph(DATA), 'nothing').nodes.length, 0)
})
