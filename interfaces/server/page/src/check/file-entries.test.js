import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entriesOf, shownEntries } from './file-entries.js'

const file = (name, error = 0, warning = 0) => ({ name, path: `/p/${name}`, found: { error, warning, info: 0 } })
const FILES = [file('manifest.yaml'), file('Classes/b.yaml', 1), file('Classes/a10.yaml', 0, 2), file('Classes/a9.yaml'), file('Resources/scripts/x/run.sh', 3), file('Resources/scripts/x/y/z.sh')]

test('folders come before files, and a chain of folders is one', () => {
  assert.deepEqual(entriesOf(FILES).map(({ name, depth, found: { error, warning } }) => [name, depth, error, warning]), [
    ['Classes/', 0, 1, 2], ['a9.yaml', 1, 0, 0], ['a10.yaml', 1, 0, 2], ['b.yaml', 1, 1, 0],
    ['Resources/scripts/x/', 0, 3, 0], ['y/', 1, 0, 0], ['z.sh', 2, 0, 0], ['run.sh', 1, 3, 0],
    ['manifest.yaml', 0, 0, 0]
  ])
})

test('what is in a closed folder is not shown', () => {
  const entries = entriesOf(FILES)
  assert.deepEqual(shownEntries(entries, new Set(['Classes/', 'Resources/scripts/x/y/'])).map(({ key }) => key),
    ['Classes/', 'Resources/scripts/x/', 'Resources/scripts/x/y/', 'Resources/scripts/x/run.sh', 'manifest.yaml'])
  assert.deepEqual(entries.find(({ name }) => name === 'z.sh').folders, ['Resources/scripts/x/', 'Resources/scripts/x/y/'])
})

test('no files', () => assert.deepEqual(entriesOf([]), []))
