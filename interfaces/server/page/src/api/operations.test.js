import assert from 'node:assert/strict'
import { test } from 'node:test'
import { curl, formParts, namedTypes, operationsOf, requestOf, sample, typeOf } from './operations.js'

const answer = { 200: { description: 'fine', content: { 'application/json': { schema: { $ref: '#/components/schemas/Box' } } } }, 404: { $ref: '#/components/responses/Gone' } }
const DOCUMENT = {
  paths: {
    '/boxes/{id}': { get: { operationId: 'box', tags: ['boxes'], summary: 'Return one', responses: answer } },
    '/v1/boxes/{id}': { get: { operationId: 'box_v1', responses: answer } },
    '/boxes': { post: { operationId: 'add', security: [{ bearer: [] }], requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Box' } } } }, responses: answer } }
  },
  components: {
    responses: { Gone: { description: 'it is gone', content: {} } },
    schemas: {
      Box: { type: 'object', properties: { name: { type: 'string' }, size: { enum: ['s', 'm'] }, boxes: { type: 'array', items: { $ref: '#/components/schemas/Box' } }, lid: { anyOf: [{ $ref: '#/components/schemas/Lid' }, { type: 'null' }] } }, required: ['name', 'size', 'boxes'] },
      Lid: { type: 'object', additionalProperties: { type: 'integer' } }
    }
  }
}
const BOX = { $ref: '#/components/schemas/Box' }

test('operations, with other paths of the same', () => {
  const [box, add] = operationsOf(DOCUMENT)
  assert.deepEqual([box.id, box.method, box.path, box.also, box.secured], ['box', 'GET', '/boxes/{id}', ['/v1/boxes/{id}'], false])
  assert.deepEqual(box.answers.map(({ status, description }) => [status, description]), [['200', 'fine'], ['404', 'it is gone']])
  assert.deepEqual([add.bodies, add.secured], [[{ media: 'application/json', schema: BOX }], true])
})

for (const [schema, expected] of [
  [{ type: 'array', items: { type: 'string' } }, 'list of string'],
  [{ anyOf: [BOX, { type: 'null' }] }, 'Box or null'],
  [{ enum: ['asc', 'desc'] }, '"asc" or "desc"'],
  [{ type: 'object', additionalProperties: { type: 'integer' } }, 'mapping to integer'],
  [{ type: 'string', format: 'binary' }, 'bytes'],
  [{}, 'anything']
]) {
  test(`type: ${expected}`, () => assert.equal(typeOf(schema), expected))
}

test('types that contain themselves', () => assert.deepEqual(namedTypes(DOCUMENT, [BOX]), ['Box', 'Lid']))
test('a sample of a type that contains itself has an end', () => {
  const { name, size, boxes } = sample(DOCUMENT, BOX)
  assert.deepEqual([name, size, boxes[0].name], ['', 's', ''])
})
test('parts of a form', () => {
  const schema = { properties: { package: { type: 'string', format: 'binary' }, model: { type: 'string' } } }
  assert.deepEqual(formParts({}, schema), { file: 'package', text: 'model' })
  assert.deepEqual(formParts({}, { type: 'object' }), { file: 'file', text: 'data' })
})

const GRAPH = { path: '/graph/{id}', parameters: [{ name: 'id', in: 'path', required: true, schema: {} }, { name: 'class', in: 'query', schema: { type: 'array' } }, { name: 'X-Upload', in: 'header', schema: {} }] }
for (const [values, expected] of [
  [{ id: 'a/b $&', class: 'x\ny\n', 'X-Upload': '7' }, { path: '/graph/a%2Fb%20%24%26', query: { class: ['x', 'y'] }, headers: { 'X-Upload': '7' }, missing: [] }],
  [{ id: '' }, { path: '/graph/{id}', query: {}, headers: {}, missing: ['id'] }]
]) {
  test(`request: ${JSON.stringify(values)}`, () => assert.deepEqual(requestOf(GRAPH, values), expected))
}

test('a command of curl', () => assert.equal(
  curl({ method: 'POST', secured: true }, 'http://h/a?b=1', { Accept: 'application/json' }, { type: 'application/json', text: '{"a": "it\'s"}' }),
  'curl -X POST \'http://h/a?b=1\' -H \'Accept: application/json\' -H "Authorization: Bearer $TOKEN" -H \'Content-Type: application/json\' --data-raw \'{"a": "it\'\\\'\'s"}\''))
