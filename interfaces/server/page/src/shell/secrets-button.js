// A button that shows what is secret in a text beside it.
import { h } from './dom.js'

/** Return `{element, isOpen()}`; `changed()` is called when secrets are shown or hidden. */
export function secretsButton (changed) {
  const isOpen = () => element.getAttribute('aria-pressed') === 'true'
  const element = h('button', {
    type: 'button',
    class: 'small',
    'aria-pressed': 'false',
    onclick: () => {
      element.setAttribute('aria-pressed', String(!isOpen()))
      changed()
    }
  }, 'Show secrets')
  return { element, isOpen }
}
