import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutDefinitions } from './definitions.js'

const ref = (name) => ({ $ref: `#/definitions/${name}` })

test('references are replaced, also in definitions', () => {
  const schema = { properties: { a: ref(1), b: { items: ref(2) } }, definitions: { 1: { type: 'object', properties: { c: ref(2) } }, 2: { type: 'string' } } }
  assert.deepEqual(withoutDefinitions(schema), {
    properties: { a: { type: 'object', properties: { c: { type: 'string' } } }, b: { items: { type: 'string' } } }
  })
})

test('without definitions a schema is left as it is', () => {
  const schema = { properties: { $ref: { type: 'string' } } }
  assert.equal(withoutDefinitions(schema), schema)
})

test('definitions that double are cut off', () => {
  const definitions = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [at, { items: [ref(at + 1), ref(at + 1)] }]))
  const made = withoutDefinitions({ properties: { a: ref(0) }, definitions }, 1000)
  assert.ok(JSON.stringify(made).length < 100_000)
})
