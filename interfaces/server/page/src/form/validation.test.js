import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contextFaults, faultsOf, faultsWithin, neededNames } from './validation.js'

const CASES = [
  [{ type: 'string' }, 'a', []],
  [{ type: 'string' }, 1, ['Enter text.']],
  [{ type: ['string', 'null'] }, null, []],
  [{ type: ['integer', 'string'] }, true, ['This value has the wrong type.']],
  [{ type: 'integer', minimum: 1 }, 0, ['Enter 1 or more.']],
  [{ type: 'integer', minimum: 1, exclusiveMinimum: true }, 1, ['Enter more than 1.']],
  [{ type: 'integer', maximum: 1, exclusiveMaximum: true }, 1, ['Enter less than 1.']],
  [{ type: 'integer', maximum: 1 }, 1, []],
  [{ type: 'string', minLength: 1 }, '', ['A value is required.']],
  [{ type: 'string', minLength: 2, maxLength: 2 }, 'a', ['Enter at least 2 characters.']],
  [{ type: 'string', maxLength: 1 }, '\u{1F600}', []],
  [{ type: 'string', pattern: '^[a-z]+$' }, 'A', ['This does not match ^[a-z]+$']],
  [{ type: 'string', allOf: [{ pattern: '\\Aa' }, { pattern: '(' }, { pattern: 'b' }] }, 'c', ['This does not match \\Aa', 'This does not match b']],
  [{ enum: ['a', 9007199254740993n] }, Number(9007199254740993n), []],
  [{ enum: ['a', null] }, 'b', ['Choose one of the offered values.']],
  [{ type: 'array', minItems: 1, items: { type: 'string' } }, [], ['Enter at least 1 items.']],
  [{ type: 'array', items: { type: 'string' } }, [1], []],
  [{ type: 'array', items: [{}], additionalItems: false }, [1, 2], ['Too many items.']],
  [{ type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false }, { a: 1 }, []],
  [{ type: 'object' }, [], ['This must be a mapping: enter keys and values.']],
  [{ type: 'muranoObject' }, 'an id', []],
  [{ not: {} }, 1, ['This value is not valid here.']]
]

test('a value is held against its schema, and not what is in it', () => {
  for (const [schema, value, faults] of CASES) assert.deepEqual(faultsOf(schema, value), faults, JSON.stringify(schema, (_, each) => typeof each === 'bigint' ? String(each) : each))
})

test('what has to be given is told, but not of hidden fields', () => {
  const properties = { a: { type: 'string' }, b: { type: 'string', default: '' }, c: { type: ['string', 'null'] }, d: { type: 'string', visible: false } }
  assert.deepEqual(neededNames({ type: 'object', properties }), ['a'])
})

test('a value is held against its schema with all that is in it', () => {
  const schema = { type: 'object', properties: { a: { type: 'object', properties: { b: { type: 'string' }, c: { type: 'integer' } } } } }
  assert.deepEqual(faultsWithin(schema, { a: { c: 'x' } }), [
    { steps: ['a', 'b'], message: 'A value is required.' },
    { steps: ['a', 'c'], message: 'Enter a whole number.' }
  ])
})

test('a context asks for properties of objects, after references too', () => {
  const context = { type: 'object', properties: { host: { type: 'object', properties: { name: { type: 'string', pattern: '^(?P<x>a)' } } } } }
  const objects = new Map([['1', { name: 'b' }]])
  const words = ['host.name of the object: This does not match ^(?P<x>a)']
  assert.deepEqual(contextFaults({ context }, { host: '1' }, objects), words)
  assert.deepEqual(contextFaults({ context }, { host: { '?': { type: 'x' }, name: 'b' } }, objects), words)
  assert.deepEqual(contextFaults({ context }, { host: 'elsewhere' }, objects), [])
})
