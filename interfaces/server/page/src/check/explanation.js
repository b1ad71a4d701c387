// What a code means: its page, in a panel that Escape closes.
import { at } from '../shell/api.js'
import { h } from '../shell/dom.js'
import { isUnanswered } from '../shell/errors.js'

/**
 * Return `{show(code), willOpen()}`: `show` opens the explanation of a code, or closes it for null. One that the user opened
 * (`willOpen`) is an entry of the history, which closing goes back from; one that an address opened calls `closed()`.
 */
export function explanation (services, { closed }) {
  let shown = null // {code, dialog}
  let isEntry = false

  async function show (code) {
    if (code === (shown?.code ?? null)) return
    const previous = shown
    shown = code === null ? null : { code, dialog: null }
    previous?.dialog?.close()
    if (code === null) {
      isEntry = false
      return
    }
    const mine = shown
    try {
      const content = await contentOf(code, services)
      if (shown !== mine) return
      mine.dialog = open(code, content)
      mine.dialog.addEventListener('close', () => {
        if (shown !== mine) return
        if (isEntry) window.history.back()
        else closed()
      })
    } catch (error) {
      if (shown === mine && isUnanswered(error)) shown = null // it is asked for again the next time
      services.showError(error)
    }
  }

  return { show, willOpen: () => { isEntry = true } }
}

/** Show the explanation of a code, in a view whose address does not say so. */
export async function explain (code, services) {
  try {
    open(code, await contentOf(code, services))
  } catch (error) {
    services.showError(error)
  }
}

async function contentOf (code, services) {
  const { page } = await services.api.get(`explanations/${at(code)}`)
  // After the answer, as browsers remember that a part of the page could not be loaded.
  const { markdown } = await import('./markdown.js')
  return markdown(page)
}

/** Open a dialog; the browser gives the focus back to what had it when it is closed. */
function open (code, content) {
  const body = h('div', { class: 'explanation-page', tabindex: '0', role: 'region', 'aria-label': code }, content)
  const dialog = h('dialog', { class: 'explanation', 'aria-label': `Explanation of ${code}` },
    h('form', { method: 'dialog' }, h('button', { class: 'small' }, 'Close')), body)
  dialog.addEventListener('close', () => dialog.remove())
  dialog.addEventListener('click', (event) => { if (event.target === dialog) dialog.close() })
  document.body.append(dialog)
  dialog.showModal()
  return dialog
}
