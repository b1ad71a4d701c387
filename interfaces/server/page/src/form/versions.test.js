import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareVersions, newest, specOf } from './versions.js'

test('requests name a version', () => assert.deepEqual([specOf('1.2.0'), specOf(undefined), specOf('')], ['=1.2.0', 'latest', 'latest']))

test('versions in order', () => {
  const ordered = ['0.0.0', '0.2.0', '0.10.0', '1.0.0-alpha.2', '1.0.0-alpha.10', '1.0.0', '1.0.1', '10.0.0']
  assert.deepEqual([...ordered].reverse().sort(compareVersions), ordered)
})

const CLASSES = [['a.B', '1.0.0', 'p'], ['a.B', '1.2.0', 'p'], ['a.B', '2.0.0-rc', 'p'], ['a.B', '0.1.0', 'q'], ['a.C', '9.0.0', 'p']]
  .map(([name, version, pkg]) => ({ name, version, package: pkg }))
for (const [wanted, version] of [
  [{ name: 'a.B' }, '2.0.0-rc'],
  [{ name: 'a.B', version: '1' }, '1.2.0'],
  [{ name: 'a.B', version: '1.0' }, '1.0.0'],
  [{ name: 'a.B', version: '2' }, '2.0.0-rc'],
  [{ name: 'a.B', package: 'q' }, '0.1.0'],
  [{ name: 'a.B', version: '3' }, undefined],
  [{ name: 'x.Y' }, undefined]
]) {
  test(`newest of ${JSON.stringify(wanted)}`, () => assert.equal(newest(CLASSES, wanted)?.version, version))
}
