import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventReader } from './events.js'

async function read (...texts) {
  const encoder = new TextEncoder()
  const stream = new ReadableStream({
    start (controller) {
      for (const text of texts) controller.enqueue(encoder.encode(text))
      controller.close()
    }
  })
  const events = []
  for await (const event of eventReader(stream)) events.push(event)
  return events
}

const PROGRESS = { event: 'progress', data: '{"done": 5}' }

for (const [name, texts] of Object.entries({
  'lines that end in \\n': ['event: progress\ndata: {"done": 5}\n\n'],
  'lines that end in \\r\\n': ['event: progress\r\ndata: {"done": 5}\r\n\r\n'],
  'cut anywhere': ['eve', 'nt: progress\r', '\ndata: {"do', 'ne": 5}\r\n\r', '\n'],
  'comments and other fields': [': ping\n\nid: 3\nevent: progress\nretry: 5\ndata: {"done": 5}\n\n'],
  'an unfinished event is none': ['event: progress\ndata: {"done": 5}\n\nevent: progress\ndata: {"done": 6}\n']
})) {
  test(name, async () => assert.deepEqual(await read(...texts), [PROGRESS]))
}

test('data of several lines', async () => {
  assert.deepEqual(await read('data: a\ndata: b\n\n'), [{ event: 'message', data: 'a\nb' }])
})
