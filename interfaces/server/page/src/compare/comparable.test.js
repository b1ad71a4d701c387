import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withPlacesAsIds } from './comparable.js'

test('ids become places, references follow', () => {
  const model = { '?': { type: 'a.B', id: 'x' }, part: { '?': { type: 'a.C', id: 'y' }, owner: 'x' }, list: ['y', 'z'] }
  assert.deepEqual(withPlacesAsIds(model), { '?': { type: 'a.B', id: '($)' }, part: { '?': { type: 'a.C', id: '($.part)' }, owner: '($)' }, list: ['($.part)', 'z'] })
})
