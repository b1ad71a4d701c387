import assert from 'node:assert/strict'
import { test } from 'node:test'
import { environmentOf, splitEnvironment, withPlacesAsIds } from './comparable.js'

test('ids become places, references follow', () => {
  const model = { '?': { type: 'a.B', id: 'x' }, part: { '?': { type: 'a.C', id: 'y' }, owner: 'x' }, list: ['y', 'z'] }
  assert.deepEqual(withPlacesAsIds(model), { '?': { type: 'a.B', id: '($)' }, part: { '?': { type: 'a.C', id: '($.part)' }, owner: '($)' }, list: ['($.part)', 'z'] })
})

test('the application is taken out of an environment, and put into one', () => {
  const [app, database] = [{ '?': { id: 'a' } }, { '?': { id: 'd' } }]
  const environment = { '?': { type: 'io.murano.Environment', id: 'e', name: null }, name: 'environment', applications: [app, database], regions: {} }
  assert.deepEqual(splitEnvironment(environment), { application: app, others: [database] })
  assert.deepEqual(environmentOf(environment, [database]), { '?': { type: 'io.murano.Environment', id: 'e' }, name: 'environment', applications: [database] })
})
