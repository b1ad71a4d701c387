import assert from 'node:assert/strict'
import { test } from 'node:test'
import { patternOf } from './pattern.js'

for (const [pattern, found, notFound] of [
  ['^[a-z]+$', ['ab', 'ab\n'], ['aB', '', 'ab\n\n']],
  ['\\A[a-z]+\\Z', ['ab'], ['A', 'ab\n']],
  ['^\\w+$', ['Käse_1'], ['a-b']],
  ['^[\\w-]+$', ['ä-b'], ['a b']],
  ['^\\d{2,}$', ['12'], ['1', 'ab']],
  ['^a{,2}$', ['', 'aa'], ['aaa']],
  ['^(?P<x>a|b)(?P=x)$', ['aa'], ['ab']],
  ['(?i)^abc$', ['ABC'], ['abd']],
  ['(?#what it is)^a', ['a'], ['b']],
  ['^[]a]$', [']', 'a'], ['[']],
  ['^[^]a]$', ['b'], [']', 'a']],
  ['^[[a]$', ['['], [']']],
  ['^[a\\]\\-]+$', ['a]-'], ['b']],
  ['^{a}$', ['{a}'], ['a']],
  ['\\bport\\b', ['a port'], ['ports']],
  ['^\\-\\_\\@\\/$', ['-_@/'], ['']],
  ['^.$', ['a', '\u2028', '😀'], ['\n']],
  ['(?s)^.$', ['\n'], ['']],
  ['^(?!a)(?<!x)b(?=c)(?:c)', ['bc'], ['ac']],
  ['^(a)\\1$', ['aa'], ['a']]
]) {
  test(`pattern ${pattern}`, () => {
    const made = patternOf(pattern)
    for (const text of found) assert.ok(made.test(text), `${made} has to find ${JSON.stringify(text)}`)
    for (const text of notFound) assert.ok(!made.test(text), `${made} may not find ${JSON.stringify(text)}`)
  })
}

for (const pattern of ['(', '(?x) a b', '(?P<x>a)(?(x)b|c)', 'a++', '[\\W]', '\\N{DASH}', '(?m)^a$', '\\', '(?a)\\w']) {
  test(`left to the service: ${pattern}`, () => assert.equal(patternOf(pattern), null))
}
