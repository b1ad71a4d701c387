import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashOf, routeOf } from './routes.js'

for (const [hash, route] of [
  ['', { view: null, parts: [], query: {} }],
  ['#/', { view: null, parts: [], query: {} }],
  ['#/check', { view: 'check', parts: [], query: {} }],
  ['#/form/my.App?version=1.0.0', { view: 'form', parts: ['my.App'], query: { version: '1.0.0' } }],
  ['#/check/a%2Fb', { view: 'check', parts: ['a/b'], query: {} }],
  ['#/check/100%', { view: 'check', parts: ['100%'], query: {} }],
  ['#/check/a?q=b?c', { view: 'check', parts: ['a'], query: { q: 'b?c' } }]
]) {
  test(`route of ${hash}`, () => assert.deepEqual(routeOf(hash), route))
}

test('a hash is read as it was written', () => {
  const hash = hashOf('graph', ['a/b ü', 'c?d#e'], { class: 'my.App', none: null, text: '&=' })
  assert.deepEqual(routeOf(hash), { view: 'graph', parts: ['a/b ü', 'c?d#e'], query: { class: 'my.App', text: '&=' } })
})
