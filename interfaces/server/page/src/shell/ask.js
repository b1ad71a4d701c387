// A question with two answers, in a dialog.
import { freshId, h } from './dom.js'

/** Resolve to whether the user agrees; Escape is a no. */
export function agreed ({ title, text, yes, no = 'Cancel' }) {
  const id = freshId('question')
  const dialog = h('dialog', { class: 'dialog', 'aria-labelledby': id },
    h('form', { method: 'dialog' },
      h('h2', { id }, title),
      h('p', {}, text),
      h('p', { class: 'actions' },
        h('button', { type: 'submit', value: 'yes', class: 'primary' }, yes),
        h('button', { type: 'submit', value: '' }, no))))
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(dialog.returnValue === 'yes')
    })
    document.body.append(dialog)
    dialog.showModal()
  })
}
