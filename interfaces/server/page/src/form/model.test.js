import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freshObjectId, numberedMask, objectsOf, readObject, readType, secretPlaces, splitProperties, withoutSecrets, writeObject, writeType } from './model.js'

for (const [text, type] of [
  ['a.B', { name: 'a.B', version: null, package: null }],
  ['a.B/1.0.0', { name: 'a.B', version: '1.0.0', package: null }],
  ['a.B/1.0.0@a.pkg', { name: 'a.B', version: '1.0.0', package: 'a.pkg' }],
  ['a.B@a.pkg', { name: 'a.B', version: null, package: 'a.pkg' }],
  ['a.B/>=1,<2', { name: 'a.B', version: '>=1,<2', package: null }]
]) {
  test(`type ${text}`, () => {
    assert.deepEqual(readType(text), type)
    assert.equal(writeType(type), text)
  })
}
test('no type', () => assert.equal(readType(''), null))

const B = { name: 'a.B', version: '1.0.0', package: 'a.pkg' }
const HEADER = { type: 'a.B/1.0.0@a.pkg', id: 'x1' }
for (const [name, value] of Object.entries({
  'an object': { '?': HEADER, port: 5 },
  'no properties': { '?': HEADER },
  'no class, no id': { '?': {}, port: null },
  'designer keys, a name, metadata': { '?': { ...HEADER, name: 'n', _26411a: { n: 1 }, metadata: {} }, a: [{ '?': HEADER }] },
  'keys that objects of JavaScript have': { '?': HEADER, constructor: 1, toString: 2 }
})) {
  test(`read and written again: ${name}`, () => assert.deepEqual(writeObject(readObject(value)), value))
}

for (const [name, value, class_] of [
  ['classVersion and package beside the type', { '?': { type: 'a.B', classVersion: '1.0.0', package: 'a.pkg' } }, B],
  ['version', { '?': { type: 'a.B', version: '1.0.0', package: 'a.pkg' } }, B],
  ['the type says more', { '?': { type: 'a.B/1.0.0@a.pkg', version: '2', package: 'b' } }, B],
  ['the short form', { 'a.B/1.0.0@a.pkg': { port: 5 }, id: 'x1' }, B]
]) {
  test(`class of an object: ${name}`, () => assert.deepEqual(readObject(value).class, class_))
}

test('the short form is written with a header', () => {
  assert.deepEqual(writeObject(readObject({ 'a.B': { port: 5 }, id: 'x1', name: 'n' })), { '?': { type: 'a.B', id: 'x1', name: 'n' }, port: 5 })
})

for (const value of [null, undefined, 5, 'a.B', [], {}, { port: 5 }, { 'a.b': 5 }, { 'a.B': {}, 'c.D': {} }, { '?': 5 }]) {
  test(`no object: ${JSON.stringify(value)}`, () => assert.equal(readObject(value), null))
}

test('properties without a field are told apart, whatever they are called', () => {
  const schema = { properties: { port: {}, constructor: {} } }
  assert.deepEqual(splitProperties(schema, { port: 1, constructor: 2, toString: 3, extra: 4 }),
    { known: { port: 1, constructor: 2 }, others: { toString: 3, extra: 4 } })
})

test('objects of a model, references and plain mappings left out', () => {
  const model = { '?': { type: 'a.Env', id: 'root' }, apps: [{ '?': { id: 'one' }, peer: 'two' }], map: { k: { '?': { type: 'a.B', id: 'two' } } }, text: 'one' }
  assert.deepEqual(objectsOf(model).map(({ id, path }) => [id, path]), [['root', '$'], ['one', '$.apps[0]'], ['two', '$.map.k']])
})

test('ids are 32 hexadecimal digits', () => {
  assert.match(freshObjectId(), /^[0-9a-f]{32}$/)
  assert.equal(freshObjectId((bytes) => bytes.fill(10)), '0a'.repeat(16))
})

test('secrets are not shown, and the model is unchanged', () => {
  const model = { password: 's3cret', empty: '', list: [{ code: 'x' }, { code: 'y' }], other: 's3cret' }
  const places = [['password'], ['empty'], ['list', '1', 'code'], ['missing', 'a'], ['other', 'inside']]
  assert.deepEqual(withoutSecrets(model, places), { password: '••••••••', empty: '', list: [{ code: 'x' }, { code: '••••••••' }], other: 's3cret' })
  assert.deepEqual([model.password, model.list[1].code], ['s3cret', 'y'])
  assert.equal(withoutSecrets(model, []), model)
})

test('secrets of all objects of a rendered model have places, and equal ones look the same', async () => {
  const object = (id, password, rest) => ({ '?': { type: `a.${id}`, id }, password, ...rest })
  const model = object('App', 'x', { parts: [object('Part', 'y'), object('Part', 'x')], 'a.b': object('Other', 'z') })
  const places = await secretPlaces(model, async ({ name }) => name === 'a.Other' ? [] : ['password'])
  assert.deepEqual(places, [['password'], ['parts', 0, 'password'], ['parts', 1, 'password']])
  const { password, parts, 'a.b': other } = withoutSecrets(model, places, numberedMask())
  assert.deepEqual([password, ...parts.map((part) => part.password), other.password], ['•••••••• (1)', '•••••••• (2)', '•••••••• (1)', 'z'])
})
