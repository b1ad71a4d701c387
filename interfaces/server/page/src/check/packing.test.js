import assert from 'node:assert/strict'
import { test } from 'node:test'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { entriesOf, packed, textOf } from './packing.js'

const ZIP = zipSync({ 'manifest.yaml': strToU8('Name: ä\r\n'), 'logo.png': new Uint8Array([137, 80, 0, 255]), 'a/../x': strToU8('x'), '../y': strToU8('y'), '/z': strToU8('z'), 'a/b.sh': strToU8('#!/bin/sh') })

test('entries that lead out of the package are none', () => assert.deepEqual(entriesOf(ZIP).sort(), ['a/b.sh', 'logo.png', 'manifest.yaml']))

for (const [entry, text] of [['manifest.yaml', 'Name: ä\r\n'], ['logo.png', null], ['none', null]]) {
  test(`the text of ${entry}`, () => assert.equal(textOf(ZIP, entry), text))
}

test('only what has another text changes', () => {
  const entries = unzipSync(packed(ZIP, new Map([['manifest.yaml', 'Name: b'], ['new', 'c']])))
  assert.equal(strFromU8(entries['manifest.yaml']), 'Name: b')
  assert.equal(strFromU8(entries.new), 'c')
  assert.deepEqual([...entries['logo.png']], [137, 80, 0, 255])
  assert.equal(Object.keys(entries).length, 7)
})
