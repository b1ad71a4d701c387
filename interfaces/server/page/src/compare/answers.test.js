import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answersOf } from './answers.js'

test('fields with their initial values', () => {
  const definition = {
    Forms: [
      { page: { fields: [{ name: 'port', type: 'integer', initial: 8080 }, { name: 'title', type: 'string' }, { name: 'on', type: 'boolean' }] } },
      { machine: { fields: [{ name: 'plan', type: 'choice', choices: [['small', 'Small'], ['large', 'Large']] }, { name: 'h', hidden: true }, { name: 'e', initial: '$.page.port' }] } },
      { last: { fields: [] } }
    ]
  }
  assert.deepEqual(answersOf(definition), { page: { port: 8080, title: null, on: false }, machine: { plan: 'small', e: null } })
})

for (const definition of [null, [], {}, { Forms: 5 }, { Forms: [null, 'x', { page: null }, { page: { fields: {} } }, { page: { fields: [5, {}] } }] }]) {
  test(`no fields: ${JSON.stringify(definition)}`, () => assert.deepEqual(answersOf(definition), {}))
}
