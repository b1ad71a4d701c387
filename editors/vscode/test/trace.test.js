import assert from 'node:assert/strict'
import { test } from 'node:test'

import { traceChannel } from '../src/trace.js'

const INFO = 3
const TRACE = 1

test('messages are logged while the setting is on, at any log level', () => {
  const written = []
  const listeners = []
  const listen = (listener) => ({ dispose: () => listeners.splice(listeners.indexOf(listener), 1), ...listeners.push(listener) })
  let isOn = false
  const log = {
    logLevel: INFO,
    onDidChangeLogLevel: listen,
    info: (message) => written.push(message),
    trace: () => {}
  }
  const channel = traceChannel(log, { level: TRACE, isOn: () => isOn, onChange: listen })
  const levels = []
  const listening = channel.onDidChangeLogLevel((level) => levels.push(level))
  channel.trace('unheard')
  assert.equal(channel.logLevel, INFO)
  isOn = true
  listeners.forEach((listener) => listener())
  channel.trace('heard')
  assert.equal(channel.logLevel, TRACE)
  assert.deepEqual(levels, [TRACE, TRACE])
  assert.deepEqual(written, ['heard'])
  listening.dispose()
  assert.deepEqual(listeners, [])
})
