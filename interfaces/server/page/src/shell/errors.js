// What went wrong and has no place of its own in a view: shown at the foot of the page until it is dismissed.
import { whileBusy } from './busy.js'
import { h } from './dom.js'
import { ApiError, NO_ANSWER, unanswered } from './api.js'

/** Return `{title, message, diagnostics}` of anything that was thrown; one with a `userTitle` is a mistake of the user, with words for them. */
function wordsOf (error) {
  if (error instanceof ApiError) {
    const later = error.retryAfter ? ` Try again in ${error.retryAfter} s.` : ''
    return { title: error.title, message: error.message + later, diagnostics: error.diagnostics }
  }
  if (error?.userTitle) return { title: error.userTitle, message: error.message, diagnostics: [] }
  return { title: 'Error in this page', message: String(error?.message ?? error), diagnostics: [] }
}

// What browsers say of a part of the page that could not be loaded, and of an answer that ended early.
const NOT_LOADED = /dynamically imported module|importing a module script|network error|error in input stream/i

/** Return what was thrown, or the error of a call that was not answered where it comes from one. */
export function understood (error) {
  return error instanceof TypeError && NOT_LOADED.test(error.message) ? unanswered() : error
}

/** Return whether the service could not be reached. */
export function isUnanswered (error) {
  return error instanceof ApiError && error.status === NO_ANSWER
}

/** Return a button that asks the service once more, and says so where it does not answer yet. */
export function againButton (again) {
  const button = h('button', {
    type: 'button',
    onclick: () => whileBusy(button, async () => {
      button.textContent = 'Asking …'
      await again()
      button.textContent = 'Still no answer: try again'
    })
  }, 'Try again')
  return button
}

/**
 * Return `{show(error), clear()}` that write into `element`; `dismissed()` is called when the user has read one, `again()`, a
 * promise, when the service is to be asked once more.
 */
export function errorDisplay (element, dismissed, again) {
  const show = (thrown) => {
    const error = understood(thrown)
    if (error?.name === 'AbortError') return // the user went elsewhere
    if (!(error instanceof ApiError) && !error?.userTitle) console.error(error)
    const { title, message, diagnostics } = wordsOf(error)
    const box = h('section', { class: 'message error' },
      h('h2', {}, title),
      h('p', { class: 'as-written' }, message),
      diagnostics.length > 0 && h('ul', {}, diagnostics.slice(0, 20).map(({ code, message: text }) => h('li', {}, `${code}: ${text}`))),
      h('p', { class: 'actions' },
        isUnanswered(error) && againButton(again),
        h('button', {
          type: 'button',
          onclick: () => {
            box.remove()
            dismissed()
          }
        }, 'Dismiss')))
    element.replaceChildren(box)
  }
  return { show, clear: () => element.replaceChildren() }
}
