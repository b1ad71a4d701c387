import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSnippet } from './snippets.js'

/** Write what a snippet inserts, with the selection in brackets. */
function inserted (snippet) {
  const { text, from, to } = readSnippet(snippet)
  return `${text.slice(0, from)}[${text.slice(from, to)}]${text.slice(to)}`
}

for (const [snippet, expected] of [
  ['Contract: $0', 'Contract: []'],
  ['plain', 'plain[]'],
  // eslint-disable-next-line no-template-curly-in-string
  ['${2:b}: ${1:a}$0', 'b: [a]'],
  // eslint-disable-next-line no-template-curly-in-string
  ['Usage: ${1|In,Out|}', 'Usage: [In]'],
  ['\\$.string()$1', '$.string()[]'],
  // eslint-disable-next-line no-template-curly-in-string
  ['a \\} \\\\ ${1:x}', 'a } \\ [x]']
]) {
  test(snippet, () => assert.equal(inserted(snippet), expected))
}
