// Markdown as elements: loaded when the first page is read.
import DOMPurify from 'dompurify'
import { marked } from 'marked'

const ALLOWED_TAGS = ['h1', 'h2', 'h3', 'h4', 'p', 'pre', 'code', 'em', 'strong', 'ul', 'ol', 'li', 'a', 'table', 'thead', 'tbody', 'tr', 'th', 'td']
const HEADING = { H1: 'h2', H2: 'h3', H3: 'h4' }

/** Return a text in Markdown as a fragment, without anything that could run, load or look like a part of the page. */
export function markdown (text) {
  const fragment = DOMPurify.sanitize(marked.parse(text, { async: false }), {
    ALLOWED_TAGS,
    ALLOWED_ATTR: ['href'],
    ALLOWED_URI_REGEXP: /^https?:/i,
    RETURN_DOM_FRAGMENT: true
  })
  for (const heading of fragment.querySelectorAll('h1, h2, h3')) {
    const lower = document.createElement(HEADING[heading.tagName])
    lower.append(...heading.childNodes)
    heading.replaceWith(lower)
  }
  for (const link of fragment.querySelectorAll('a')) link.rel = 'noreferrer'
  return fragment
}
