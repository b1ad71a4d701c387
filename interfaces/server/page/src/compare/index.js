import { h } from '../shell/dom.js'

export function mount (element) {
  element.append(h('h1', {}, 'Compare'), h('p', { class: 'muted' }, 'Nothing here yet.'))
}
