import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stepsOf } from './model-path.js'

for (const [path, steps] of [
  ['$', []],
  ['$.a.b[0].c', ['a', 'b', 0, 'c']],
  ["$.map['a key'][12]", ['map', 'a key', 12]],
  ["$.map['it\\'s']", ['map', "it's"]],
  ['$.größe', ['größe']]
]) {
  test(path, () => assert.deepEqual(stepsOf(path), steps))
}

test('keys in double quotes, keys that are not texts', () => {
  assert.deepEqual(stepsOf('$.map["it\'s"][True]'), ['map', "it's", 'True'])
})
test('a path that goes on in an unknown way is read as far as it goes', () => assert.deepEqual(stepsOf('$.a!b.c'), ['a']))
