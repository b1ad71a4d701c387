import assert from 'node:assert/strict'
import { test } from 'node:test'
import { diffLines, withContext } from './diff.js'

const rows = (left, right) => diffLines(left, right).map(({ kind, left: one, right: other }) => `${{ same: ' ', changed: '~', removed: '-', added: '+' }[kind]}${one ?? ''}|${other ?? ''}`)

for (const [name, left, right, expected] of [
  ['equal', 'a\nb\n', 'a\nb\n', [' a|a', ' b|b']],
  ['empty', '', '', []],
  ['a value', 'a: 1\nb: 2\nc: 3', 'a: 1\nb: 5\nc: 3', [' a: 1|a: 1', '~b: 2|b: 5', ' c: 3|c: 3']],
  ['left only', 'a: 1\nb: 2\nc: 3', 'a: 1\nc: 3', [' a: 1|a: 1', '-b: 2|', ' c: 3|c: 3']],
  ['right only', 'a: 1', 'a: 1\nb: 2', [' a: 1|a: 1', '+|b: 2']],
  ['one of two keys is new', 'a: 1\nz: 1', 'b: 2\na: 2\nz: 1', ['+|b: 2', '~a: 1|a: 2', ' z: 1|z: 1']],
  ['nothing in common', 'x', 'y', ['-x|', '+|y']],
  ['one side is empty', '', 'y\nz', ['+|y', '+|z']],
  ['common lines are found after others', 'a\nb\nc\nd', 'b\nx\nd', ['-a|', ' b|b', '-c|', '+|x', ' d|d']]
]) {
  test(name, () => assert.deepEqual(rows(left, right), expected))
}

test('every line of both sides is there, in order, also of large texts', () => {
  const left = Array.from({ length: 3000 }, (_, at) => `${at % 7}: ${at}`)
  const right = Array.from({ length: 3000 }, (_, at) => `${at % 5}: ${at}`)
  const made = diffLines(left.join('\n'), right.join('\n'))
  assert.deepEqual(made.map((row) => row.left).filter((line) => line !== null), left)
  assert.deepEqual(made.map((row) => row.right).filter((line) => line !== null), right)
})

test('what is far from a change is left out', () => {
  const left = Array.from({ length: 12 }, (_, at) => `${at}: x`)
  const right = left.with(1, '1: y').with(9, '9: y')
  const kinds = withContext(diffLines(left.join('\n'), right.join('\n')), 2).map(({ kind, left: line }) => kind === 'gap' ? '…' : line)
  assert.deepEqual(kinds, ['0: x', '1: x', '2: x', '3: x', '…', '7: x', '8: x', '9: x', '10: x', '11: x'])
})
