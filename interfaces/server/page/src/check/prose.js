// Messages and remedies: what they quote is code.
import { h } from '../shell/dom.js'

// Quotes that begin and end a word; an apostrophe or an inch does neither.
const QUOTED = /(?<![\w"])"([^"\n]+)"(?![\w"])|`([^`\n]+)`/g

/** Return the parts of a text, `{text, code}`: quoted texts are code, with their quotes beside it; those in backticks lose these. */
export function partsOf (text) {
  const parts = []
  const add = (part, code) => { if (part) parts.push({ text: part, code }) }
  let last = 0
  for (const match of text.matchAll(QUOTED)) {
    const [whole, quoted, ticked] = match
    const quote = quoted === undefined ? '' : '"'
    add(text.slice(last, match.index) + quote, false)
    add(quoted ?? ticked, true)
    last = match.index + whole.length - quote.length
  }
  add(text.slice(last), false)
  return parts
}

/** Return a text as nodes, with its code as such. */
export function prose (text) {
  return partsOf(text).map(({ text, code }) => code ? h('code', {}, text) : text)
}
