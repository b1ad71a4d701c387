import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rechecking } from './rechecking.js'

/** Return a check whose answers come when they are given, and what became of them. */
function started () {
  const [asked, taken, failed] = [[], [], []]
  const ask = () => new Promise((resolve, reject) => asked.push({ resolve, reject }))
  return { asked, taken, failed, check: rechecking({ ask, take: (answer) => taken.push(answer), failed: (error) => failed.push(error.message), pause: 0 }) }
}
const settle = async () => { for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setTimeout(resolve, 1)) }

test('many changes are one check', async () => {
  const { asked, taken, check } = started()
  check.changed()
  check.changed()
  await settle()
  assert.equal(asked.length, 1)
  asked[0].resolve('a')
  await settle()
  assert.deepEqual(taken, ['a'])
})

test('an answer about an earlier text is of no use, and asked for again', async () => {
  const { asked, taken, check } = started()
  check.changed()
  await settle()
  check.changed()
  await settle()
  assert.equal(asked.length, 1)
  asked[0].resolve('old')
  await settle()
  asked[1].resolve('new')
  await settle()
  assert.deepEqual(taken, ['new'])
})

test('what failed is said, and the next change is checked', async () => {
  const { asked, taken, failed, check } = started()
  check.now()
  asked[0].reject(new Error('no answer'))
  await settle()
  check.now()
  asked[1].resolve('b')
  await settle()
  assert.deepEqual([failed, taken], [['no answer'], ['b']])
})

test('nothing is taken any more once it is closed', async () => {
  const { asked, taken, check } = started()
  check.now()
  check.close()
  asked[0].resolve('a')
  await settle()
  assert.deepEqual(taken, [])
})
