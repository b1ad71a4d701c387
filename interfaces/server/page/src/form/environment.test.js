import assert from 'node:assert/strict'
import { test } from 'node:test'
import { environmentOf, ofApplication, splitEnvironment } from './environment.js'

const [app, database] = [{ '?': { id: 'a' } }, { '?': { id: 'd' } }]

test('the application is taken out of an environment, and put into one', () => {
  const environment = { '?': { type: 'io.murano.Environment', id: 'e', name: null }, name: 'mine', applications: [app, database], regions: {} }
  assert.deepEqual(splitEnvironment(environment), { application: app, others: [database] })
  assert.deepEqual(environmentOf([database], environment), { '?': { type: 'io.murano.Environment', id: 'e' }, name: 'mine', applications: [database] })
})

test('an environment is made for an application that has none', () => {
  const { '?': { type, id }, name, applications } = environmentOf([app])
  assert.equal(type, 'io.murano.Environment')
  assert.match(id, /^[0-9a-f]{32}$/)
  assert.deepEqual([name, applications], ['environment', [app]])
})

for (const [path, message, ofApp] of [
  ['$.applications[0].port', '$.applications[0].port: no integer', { model_path: '$.port', message: '$.port: no integer' }],
  ['$.applications[0]', '$.applications[0]: no class', { model_path: '$', message: '$: no class' }],
  ['$.applications[1].port', '$.applications[1].port: no integer', { model_path: null, message: '$.applications[1].port: no integer' }],
  [null, 'no package', { model_path: null, message: 'no package' }]
]) {
  test(`a diagnostic at ${path}`, () => assert.deepEqual(ofApplication({ model_path: path, message }), ofApp))
}
