import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashOf, routeOf, unknownIn } from './routes.js'

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

for (const [hash, named] of [
  ['#/check/a?version=1', []],
  ['#/check/a/b?version=1', ['b']],
  ['#/check?lime=4&__proto__=1', ['lime', '__proto__']],
  ['#/check?of=all', []],
  ['#/check?of=none', ['none']]
]) {
  test(`unknown in ${hash}`, () => {
    const said = unknownIn(routeOf(hash), { parts: 1, query: { version: null, of: ['all'] } })
    assert.equal(said.length, named.length)
    for (const [index, each] of named.entries()) assert.match(said[index], new RegExp(`“${each}”`))
  })
}
