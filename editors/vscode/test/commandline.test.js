import assert from 'node:assert/strict'
import { test } from 'node:test'

import { commandLine, DEFAULTS } from '../src/commandline.js'

for (const [definition, expected] of [
  [DEFAULTS[0], 'check . --format concise'],
  [DEFAULTS[1], 'test .'],
  [{ command: 'check', paths: ['a', 'b'], args: ['--severity', 'error'] }, 'check a b --format concise --severity error'],
  [{ command: 'check', args: ['--format', 'text'] }, 'check . --format text'],
  [{ command: 'check', args: ['--format=json'] }, 'check . --format=json'],
  [{ command: 'test', args: ['-k', 'testIt'] }, 'test . -k testIt']
]) {
  test(`a task: ${expected}`, () => assert.equal(commandLine(definition).join(' '), expected))
}
