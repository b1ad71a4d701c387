// Server-sent events of a response that was asked for by fetch: EventSource can neither POST nor send a token.
import { EventSourceParserStream } from 'eventsource-parser/stream'

/** Yield `{event, data}` of a stream of bytes. */
export async function * eventReader (stream) {
  const reader = stream.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream()).getReader()
  // Not every browser can iterate a stream.
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield { event: value.event ?? 'message', data: value.data }
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}
