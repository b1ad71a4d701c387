import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boundsOf, entrySchema, isNeeded, isNullable, itemSchema, kindOf, orderedFields, sectionsOf, withHints, withoutExcluded } from './schema.js'

for (const [schema, kind, nullable, needed] of [
  [{ type: 'integer' }, 'number', false, true],
  [{ type: ['integer', 'null'] }, 'number', true, false],
  [{ type: 'string', default: 'a' }, 'text', false, false],
  [{ type: ['boolean', 'null'] }, 'flag', true, false],
  [{ type: 'string', enum: ['a', 'b'] }, 'choice', false, true],
  [{ enum: [null, 'a'] }, 'choice', true, false],
  [{ type: 'array' }, 'list', false, false],
  [{ type: 'array', minItems: 1 }, 'list', false, true],
  [{ type: 'object' }, 'mapping', false, false],
  [{ type: 'muranoObject' }, 'object', false, true],
  [{ type: ['muranoObject', 'null'] }, 'object', true, false],
  [{}, 'anything', true, false],
  [{ minimum: 5 }, 'anything', true, false],
  [{ type: ['integer', 'string'] }, 'anything', false, false],
  [{ type: 'new in some later version' }, 'anything', false, false]
]) {
  test(`kind of ${JSON.stringify(schema)}`, () => assert.deepEqual([kindOf(schema), isNullable(schema), isNeeded(schema)], [kind, nullable, needed]))
}

test('fields with an index come first, the others in the order of the class', () => {
  const properties = { z: { title: 'Alpha' }, b: { formIndex: 4 }, a: { formIndex: -2 }, y: {}, hidden: { visible: false, formIndex: 0 } }
  assert.deepEqual(orderedFields({ properties, formSections: {} }), ['a', 'b', 'z', 'y'])
  assert.deepEqual(orderedFields({ properties: { y: {}, b: {}, a: {} }, formSections: {} }), ['y', 'b', 'a'])
  assert.deepEqual(orderedFields({ properties: { y: {}, a: {}, z: { title: 'Alpha' } } }), ['y', 'a', 'z'])
})

test('sections by index, then those without one, then those that nobody declares; fields without a section last', () => {
  const schema = {
    formSections: { late: { title: 'Late' }, second: { title: 'Second', index: 1 }, first: { index: 0 }, empty: { title: 'E', index: 2 } },
    properties: {
      a: { formSection: 'second' }, b: { formSection: 'first' }, c: { formSection: 'late' }, d: { formSection: 'new' }, e: { formSection: null }, f: {}
    }
  }
  assert.deepEqual(sectionsOf(schema), [
    { name: 'first', title: 'first', fields: ['b'] },
    { name: 'second', title: 'Second', fields: ['a'] },
    { name: 'late', title: 'Late', fields: ['c'] },
    { name: 'new', title: 'new', fields: ['d'] },
    { name: null, title: 'Other', fields: ['e', 'f'] }
  ])
})

test('items of a list', () => {
  const tuple = { items: [{ type: 'integer' }], additionalItems: { type: 'string' } }
  assert.deepEqual([itemSchema(tuple, 0), itemSchema(tuple, 1), itemSchema(tuple, 9)], [{ type: 'integer' }, { type: 'string' }, { type: 'string' }])
  assert.deepEqual([itemSchema({}, 0), itemSchema({ items: { type: 'string' } }, 3)], [{}, { type: 'string' }])
  assert.deepEqual([itemSchema({ items: [{}], additionalItems: false }, 1), itemSchema({ items: [{}], additionalItems: true }, 1)], [null, {}])
})

test('entries of a mapping', () => {
  assert.deepEqual([{}, { additionalProperties: true }, { additionalProperties: false }, { additionalProperties: { type: 'string' } }].map(entrySchema),
    [{}, {}, null, { type: 'string' }])
})

test('excluded fields, also of objects in it', () => {
  const schema = { properties: { size: {}, part: { type: 'muranoObject', excludedProperties: ['x'] }, name: {} } }
  assert.deepEqual(withoutExcluded(schema, ['size', 'part.size', 'part.a.b']).properties,
    { part: { type: 'muranoObject', excludedProperties: ['x', 'size', 'a.b'] }, name: {} })
})

for (const [schema, words] of [
  [{}, ''],
  [{ minimum: 1, maximum: 5 }, '1 to 5'],
  [{ minimum: 0, exclusiveMinimum: true, maximum: 65536, exclusiveMaximum: true }, 'more than 0, less than 65536'],
  [{ minLength: 1 }, ''],
  [{ minLength: 2 }, 'at least 2 characters'],
  [{ minLength: 0, maxLength: 3 }, '0 to 3 characters'],
  [{ minItems: 2, maxItems: 2 }, 'exactly 2 items'],
  [{ minItems: 0 }, '']
]) {
  test(`bounds of ${JSON.stringify(schema)}`, () => assert.equal(boundsOf(schema), words))
}

const SECTIONS = [{ name: 'one', title: 'One' }, { name: 'two', title: 'Two' }, { name: 'unused', title: 'U' }]
const HINTS = {
  b: { title: 'B of the page', description: 'about b', section: 'two', index: 1, secret: true },
  a: { title: 'A of the page', description: null, section: 'one', index: 0, secret: false }
}

test('a UI definition says what a class does not', () => {
  const schema = { properties: { c: { title: 'c' }, b: { title: 'b', type: 'string' }, a: { title: 'A', description: 'own' } }, formSections: {} }
  const made = withHints(schema, HINTS, SECTIONS)
  assert.deepEqual(made.properties, {
    c: { title: 'c' },
    b: { title: 'B of the page', description: 'about b', type: 'string', format: 'password', formIndex: 1, formSection: 'two' },
    a: { title: 'A', description: 'own', formIndex: 0, formSection: 'one' }
  })
  assert.deepEqual(sectionsOf(made), [{ name: 'one', title: 'One', fields: ['a'] }, { name: 'two', title: 'Two', fields: ['b'] }, { name: null, title: 'Other', fields: ['c'] }])
})

test('one page is no section; the order of a class excludes that of a definition', () => {
  const { a } = HINTS
  assert.deepEqual(sectionsOf(withHints({ properties: { b: {}, a: {} } }, { a }, SECTIONS)), [{ name: null, title: 'Other', fields: ['a', 'b'] }])
  assert.deepEqual(orderedFields(withHints({ properties: { b: { formIndex: 1 }, a: { formIndex: 2 } } }, { a }, SECTIONS)), ['b', 'a'])
  assert.deepEqual(withHints({ properties: { constructor: {} } }).properties, { constructor: {} })
})
