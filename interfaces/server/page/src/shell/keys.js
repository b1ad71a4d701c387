// Keys that work in every view, and the list of all keys.
import { h } from './dom.js'

const KEYS = {
  'Everywhere': [['Ctrl+K', 'Search everything'], ['?', 'Show the keys'], ['Escape', 'Close what is open']],
  'In lists and drawings': [['Arrow keys, Home, End', 'Go to another entry'], ['Enter', 'Open it; in a search, the only hit']],
  'In a report': [['F8, n', 'Next diagnostic'], ['Shift+F8, p', 'Previous diagnostic']],
  'In the source': [
    ['Ctrl+I', 'Describe the name'], ['F12, Ctrl+click', 'Go to the declaration'], ['Shift+F12', 'List the references'], ['F2', 'Rename'],
    ['Ctrl+.', 'Apply a fix'], ['Ctrl+Space', 'Complete'], ['Ctrl+Shift+Space', 'Show the signature'], ['Ctrl+F', 'Find']
  ]
}

/** Call `search()` for Ctrl+K, and show the keys for a question mark that is not a part of a text. */
export function listenToKeys (search) {
  window.addEventListener('keydown', (event) => {
    const isFree = document.querySelector('dialog[open]') === null
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
      event.preventDefault() // of the browser
      if (isFree) search()
    } else if (event.key === '?' && isFree && !event.target.closest('input, textarea, select, [contenteditable]')) showKeys()
  }, true)
}

export function showKeys () {
  const dialog = h('dialog', { class: 'dialog keys-dialog', 'aria-label': 'Keys' },
    h('form', { method: 'dialog' },
      h('div', { class: 'pane-head' }, h('h2', {}, 'Keys'), h('button', { type: 'submit', class: 'small' }, 'Close')),
      Object.entries(KEYS).map(([title, keys]) => h('section', {}, h('h3', {}, title),
        h('dl', { class: 'keys' }, keys.map(([key, what]) => [h('dt', {}, h('kbd', {}, key)), h('dd', {}, what)]))))))
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
}
