// A button that opens a list of what is done less often: buttons and links.
import { fill, h } from './dom.js'

/** Return `{element, draw(...entries)}`; a choice, Escape, and a click elsewhere close the list. */
export function menu (title) {
  const list = h('div', { class: 'menu-list' })
  const button = h('summary', { class: 'button' }, title)
  const outside = ({ target }) => { if (!element.contains(target)) element.open = false }
  const element = h('details', {
    class: 'menu',
    ontoggle: () => document[element.open ? 'addEventListener' : 'removeEventListener']('pointerdown', outside),
    onkeydown: (event) => {
      if (event.key !== 'Escape' || !element.open) return
      element.open = false
      button.focus()
    },
    onfocusout: ({ relatedTarget }) => { if (relatedTarget && !element.contains(relatedTarget)) element.open = false }
  }, button, list)
  list.addEventListener('click', (event) => {
    if (!event.target.closest('button, a')) return
    button.focus() // what is chosen may take the keyboard from here
    element.open = false
  }, true)
  return { element, draw: (...entries) => fill(list, entries) }
}
