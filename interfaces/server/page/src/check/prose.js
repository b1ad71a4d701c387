// Messages and remedies: what they quote is code, and so are expressions, calls, full names and files without quotes.
import { breakable } from '../shell/breakable.js'
import { h } from '../shell/dom.js'

// Each of them takes time that grows with the text only: no part can be divided in two ways.
const CODE = new RegExp([
  /(?<![\w"])"([^"\n]+)"(?![\w"])/, // quotes that begin and end a word; an apostrophe or an inch does neither
  /`([^`\n]+)`/,
  /(\$\w*(?:\([^()\n]{0,200}\))?(?:\.\w+(?:\([^()\n]{0,200}\))?)*)/, // $.class(Network).notNull()
  /(?<![\w.])([A-Za-z_]\w*(?:\.\w+)*\(\))/, // new()
  /(?<![\w./-])([\w./-]+\.(?:yaml|json)(?![\w/]))/,
  /(?<![\w.])([A-Za-z_]\w*(?:\.[A-Za-z_]\w*){2,})/ // io.murano.Application
].map(({ source }) => source).join('|'), 'g')

/** Return the parts of a text, `{text, code}`: quoted texts are code, with their quotes beside it; those in backticks lose these. */
export function partsOf (text) {
  const parts = []
  const add = (part, code) => { if (part) parts.push({ text: part, code }) }
  let last = 0
  for (const match of text.matchAll(CODE)) {
    const [whole, quoted, ticked, ...bare] = match
    const quote = quoted === undefined ? '' : '"'
    add(text.slice(last, match.index) + quote, false)
    add(quoted ?? ticked ?? bare.find((each) => each !== undefined), true)
    last = match.index + whole.length - quote.length
  }
  add(text.slice(last), false)
  return parts
}

/** Return a text as nodes, with its code as such. */
export function prose (text) {
  return partsOf(text).map(({ text, code }) => code ? h('code', {}, breakable(text)) : text)
}
