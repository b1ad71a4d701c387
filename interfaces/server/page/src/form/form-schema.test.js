import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formSchema } from './form-schema.js'

test('defaults become texts, at every depth', () => {
  const made = formSchema({ type: 'object', properties: { a: { type: 'array', default: [{ $ref: 'http://x' }], items: { type: 'string', default: null } } } })
  assert.deepEqual(made.properties.a.options, { kind: 'list', defaultText: '[{"$ref":"http://x"}]' })
  assert.equal(made.properties.a.items.options.defaultText, 'null')
  assert.equal('default' in made.properties.a, false)
})

test('what has to be given is told, but not of hidden fields', () => {
  const properties = { a: { type: 'string' }, b: { type: 'string', default: '' }, c: { type: ['string', 'null'] }, d: { type: 'string', visible: false } }
  assert.deepEqual(formSchema({ type: 'object', properties }).options.needed, ['a'])
})

test('patterns are kept from the library, those of several checks too', () => {
  assert.deepEqual(formSchema({ type: 'string', pattern: '^[a-z]+$' }), { type: 'string', options: { kind: 'text', patterns: ['^[a-z]+$'] } })
  assert.deepEqual(formSchema({ type: 'string', allOf: [{ pattern: '\\Aa' }, { pattern: '(' }, { pattern: 'b' }] }).options.patterns, ['\\Aa', 'b'])
  const context = { type: 'object', properties: { name: { pattern: '^(?P<x>a)' } } }
  assert.deepEqual(formSchema({ type: 'muranoObject', context }).context.properties.name.options.patterns, ['^(?P<x>a)'])
})

test('a schema or a flag for what comes besides', () => {
  assert.deepEqual(formSchema({ type: 'object', additionalProperties: false }).additionalProperties, false)
  assert.deepEqual(formSchema({ type: 'object', additionalProperties: { type: 'string' } }).additionalProperties, { type: 'string', options: { kind: 'text' } })
})
