// What went wrong and has no place of its own in a view: shown at the foot of the page until it is dismissed.
import { h } from './dom.js'
import { ApiError } from './api.js'

/** Return `{title, message, diagnostics}` of anything that was thrown; one with a `userTitle` is a mistake of the user, with words for them. */
function wordsOf (error) {
  if (error instanceof ApiError) {
    const later = error.retryAfter ? ` Try again in ${error.retryAfter} s.` : ''
    return { title: error.title, message: error.message + later, diagnostics: error.diagnostics }
  }
  if (error?.userTitle) return { title: error.userTitle, message: error.message, diagnostics: [] }
  return { title: 'Error in this page', message: String(error?.message ?? error), diagnostics: [] }
}

/** Return `{show(error), clear()}` that write into `element`; `dismissed()` is called when the user has read one. */
export function errorDisplay (element, dismissed) {
  const show = (error) => {
    if (error?.name === 'AbortError') return // the user went elsewhere
    if (!(error instanceof ApiError) && !error?.userTitle) console.error(error)
    const { title, message, diagnostics } = wordsOf(error)
    const box = h('section', { class: 'message error' },
      h('h2', {}, title),
      h('p', { class: 'as-written' }, message),
      diagnostics.length > 0 && h('ul', {}, diagnostics.slice(0, 20).map(({ code, message: text }) => h('li', {}, `${code}: ${text}`))),
      h('button', {
        type: 'button',
        onclick: () => {
          box.remove()
          dismissed()
        }
      }, 'Dismiss'))
    element.replaceChildren(box)
  }
  return { show, clear: () => element.replaceChildren() }
}
