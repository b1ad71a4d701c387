// Snippets as the language server protocol writes them: `text: ${1:name}`, `$0`, `${2|yes,no|}`.

const PART = /\\([\\$}|,])|\$(\d+)|\$\{(\d+)(?::([^{}]*))?\}|\$\{(\d+)\|((?:[^|\\]|\\.)*)\|\}/g

/** Return `{text, from, to}` of a snippet: the text without placeholders, and the span of the first of them. */
export function readSnippet (snippet) {
  let [text, last, first] = ['', 0, null]
  for (const match of snippet.matchAll(PART)) {
    const [whole, escaped, bare, number, name = '', choice, choices = ''] = match
    text += snippet.slice(last, match.index)
    last = match.index + whole.length
    if (escaped !== undefined) {
      text += escaped
      continue
    }
    const order = Number(bare ?? number ?? choice) || Infinity // the last one is called 0
    const words = choices ? choices.split(',')[0] : name
    if (first === null || order < first.order) first = { order, from: text.length, to: text.length + words.length }
    text += words
  }
  text += snippet.slice(last)
  return { text, from: first?.from ?? text.length, to: first?.to ?? text.length }
}
