import assert from 'node:assert/strict'
import { test } from 'node:test'

import { summary } from '../src/summary.js'

const RUNNING = { server: 'running', name: 'muranopl 1.0', program: '/bin/muranopl', checking: null, counts: [0, 0, 0] }

for (const { title, text, says, isWrong = false, ...state } of [
  { title: 'no problems', text: '$(check) MuranoPL', says: 'No problems' },
  { title: 'infos alone', counts: [0, 0, 2], text: '$(check) MuranoPL: 2', says: '2 infos' },
  { title: 'warnings', counts: [0, 1, 0], text: '$(warning) MuranoPL: 1', says: '1 warning' },
  { title: 'errors', counts: [1200, 1, 2], text: '$(error) MuranoPL: 1,203', says: '1,200 errors, 1 warning, 2 infos' },
  { title: 'a check', checking: '40 %', text: '$(sync~spin) MuranoPL', says: 'Checking packages: 40 %' },
  { title: 'a start', server: 'starting', text: '$(sync~spin) MuranoPL', says: 'The server is starting.' },
  { title: 'an end', server: 'stopped', text: '$(error) MuranoPL', says: 'The server is not running.', isWrong: true },
  {
    title: 'no program',
    server: 'missing',
    name: '',
    program: '',
    text: '$(error) MuranoPL',
    says: 'The program `muranopl` was not found.',
    isWrong: true
  }
]) {
  test(`the status item: ${title}`, () => {
    const shown = summary({ ...RUNNING, ...state })
    assert.equal(shown.text, text)
    assert.equal(shown.isWrong, isWrong)
    assert.ok(shown.tooltip.split('\n\n').includes(says), shown.tooltip)
    assert.equal(shown.label, `MuranoPL: ${says}`)
  })
}

test('the tooltip names the version and the program', () => {
  assert.match(summary(RUNNING).tooltip, /^\*\*muranopl 1\.0\*\*\n\n`\/bin\/muranopl`/)
})
