import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Catalog } from './catalog.js'

test('implementations are asked for in the versions that the schema names, once each', async () => {
  const asked = []
  const api = { state: '1', get: async (path, query) => asked.push([path, query]) && { classes: [query?.extends ?? 'all'] } }
  const catalog = new Catalog(api)
  for (const version of ['>=1.2', '>=1.2', '0', undefined]) assert.deepEqual(await catalog.implementations('a.Base', version), ['a.Base'])
  assert.deepEqual(await catalog.implementations(undefined, undefined), ['all'])
  assert.deepEqual(asked, [
    ['classes', { extends: 'a.Base', extendsVersion: '>=1.2' }],
    ['classes', { extends: 'a.Base', extendsVersion: '0' }],
    ['classes', { extends: 'a.Base', extendsVersion: undefined }],
    ['classes', undefined]
  ])
})

test('a form asks for what it offers', async () => {
  const answer = { classes: ['a.B'], left_out: 2 }
  const catalog = new Catalog({ state: '1', get: async (...asked) => ({ ...answer, asked }) })
  assert.deepEqual(await catalog.offered('a.Base', '0', 'a'), { ...answer, asked: ['classes', { extends: 'a.Base', extendsVersion: '0', offered: true, asking: 'a' }] })
})
