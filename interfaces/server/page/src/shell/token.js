// The dialog that asks for a token, where the service wants one.
import { freshId, h } from './dom.js'

/** Resolve to the token that the user enters, or to null. */
export function askToken (refused) {
  const id = freshId('token')
  const input = h('input', { id, type: 'password', autocomplete: 'off', required: true, spellcheck: 'false' })
  const dialog = h('dialog', { class: 'dialog', 'aria-labelledby': `${id}-title` },
    h('form', { method: 'dialog' },
      h('h2', { id: `${id}-title` }, 'Token required'),
      refused && h('p', { class: 'message error' }, 'The service rejects this token.'),
      h('p', {}, 'This service requires a token. It is kept until this tab is closed.'),
      h('label', { htmlFor: id }, 'Token'), input,
      h('p', { class: 'actions' },
        h('button', { type: 'submit', value: 'use', class: 'primary' }, 'Use it'),
        h('button', { type: 'submit', value: '', formnovalidate: true }, 'Cancel'))))
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(dialog.returnValue === 'use' ? input.value.trim() : null)
    })
    document.body.append(dialog)
    dialog.showModal()
    input.focus()
  })
}
