// Server-sent events of a response that was asked for by fetch: EventSource can neither POST nor send a token.

/** Yield `{event, data}` of a stream of bytes. */
export async function * eventReader (stream) {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks(stream)) {
    rest += decoder.decode(chunk, { stream: true })
    // A lone \r at the end may be half of \r\n.
    const whole = rest.endsWith('\r') ? rest.slice(0, -1) : rest
    const blocks = whole.split(/\r\n\r\n|\n\n|\r\r/)
    const tail = blocks.pop() + (rest.endsWith('\r') ? '\r' : '')
    for (const block of blocks) yield * eventOf(block)
    rest = tail
  }
}

function * eventOf (block) {
  let event = 'message'
  const data = []
  for (const line of block.split(/\r\n|\n|\r/)) {
    const colon = line.indexOf(':')
    if (colon === 0) continue // a comment, which keeps the connection alive
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'event') event = value
    else if (field === 'data') data.push(value)
  }
  if (data.length) yield { event, data: data.join('\n') }
}

// Not every browser can iterate a stream.
async function * chunks (stream) {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}
