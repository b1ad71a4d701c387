// What a code means: its page, in a panel that Escape closes.
import { at } from '../shell/api.js'
import { h } from '../shell/dom.js'

/** Show the explanation of a code. */
export async function explain (code, services) {
  try {
    const [{ page }, { markdown }] = await Promise.all([
      services.api.get(`explanations/${at(code)}`),
      import('./markdown.js')
    ])
    open(code, markdown(page))
  } catch (error) {
    services.showError(error)
  }
}

function open (code, content) {
  const body = h('div', { class: 'explanation-page', tabindex: '0', role: 'region', 'aria-label': code }, content)
  const dialog = h('dialog', { class: 'explanation', 'aria-label': `Explanation of ${code}` },
    h('form', { method: 'dialog' }, h('button', { class: 'small' }, 'Close')), body)
  // The browser gives the focus back to what had it.
  dialog.addEventListener('close', () => dialog.remove())
  dialog.addEventListener('click', (event) => { if (event.target === dialog) dialog.close() })
  document.body.append(dialog)
  dialog.showModal()
}
