// The files of a package as a tree, with the number of diagnostics of each file and folder.
import { breakable } from '../shell/breakable.js'
import { fill, h } from '../shell/dom.js'
import { counted } from './findings.js'
import { entriesOf, shownEntries } from './file-entries.js'
import { visible } from './visible.js'

/** Return `{element, draw(files), select(path)}`, of which `draw` shows files `{name, path, found}`; a choice calls `open(path)`. */
export function fileTree (label, open) {
  const element = h('ul', { class: 'file-tree', role: 'tree', 'aria-label': label, onkeydown: (event) => press(event) })
  const closed = new Set()
  let [entries, items, chosen, focused] = [[], [], null, null]

  function draw (files) {
    entries = entriesOf(files)
    render()
  }

  function select (path) {
    chosen = path
    focused = null
    const around = entries.find((each) => each.path === path)?.folders ?? []
    if (around.map((folder) => closed.delete(folder)).includes(true)) render()
    else items.forEach(mark)
    const [, shown] = items.find(([entry]) => entry.path !== null && entry.path === path) ?? []
    if (!shown) return
    // Not scrollIntoView, which scrolls the page as well
    const [inner, outer] = [shown, element].map((each) => each.getBoundingClientRect())
    element.scrollTop += Math.min(0, inner.top - outer.top) + Math.max(0, inner.bottom - outer.bottom)
  }

  function render () {
    const had = element.contains(document.activeElement)
    items = shownEntries(entries, closed).map((entry) => [entry, item(entry)])
    const own = items.find(([{ key }]) => key === focused) ?? items.find(([{ path }]) => path !== null && path === chosen) ?? items[0]
    if (own) own[1].tabIndex = 0
    fill(element, items.map(([, each]) => each))
    if (had) own?.[1].focus({ preventScroll: true })
  }

  function mark ([{ path }, element]) {
    if (path !== null) element.setAttribute('aria-selected', String(path === chosen))
    element.tabIndex = path === chosen ? 0 : -1
  }

  function item (entry) {
    const { key, name, path, depth, found } = entry
    const number = found.error + found.warning + found.info
    const worst = ['error', 'warning', 'info'].find((severity) => found[severity])
    return h('li', {
      role: 'treeitem',
      tabindex: '-1',
      'aria-level': depth + 1,
      'aria-expanded': path === null && String(!closed.has(key)),
      'aria-selected': path !== null && String(path === chosen),
      class: `level-${Math.min(depth, 4)}`,
      onclick: () => act(entry)
    }, h('span', { class: path === null ? 'folder' : 'file' }, breakable(visible(name))),
    number > 0 && h('span', { class: `count severity ${worst}`, title: counted(number, 'diagnostic') }, String(number)))
  }

  function act ({ key, path }) {
    focused = key
    if (path !== null) return open(path)
    if (!closed.delete(key)) closed.add(key)
    render()
  }

  function press (event) {
    const at = items.findIndex(([, each]) => each === event.target)
    if (at < 0 || event.ctrlKey || event.altKey || event.metaKey) return
    const [entry] = items[at]
    const isFolder = entry.path === null
    const keys = {
      ArrowDown: () => go(at + 1),
      ArrowUp: () => go(at - 1),
      Home: () => go(0),
      End: () => go(items.length - 1),
      ArrowRight: () => isFolder && closed.has(entry.key) ? act(entry) : isFolder && go(at + 1),
      ArrowLeft: () => isFolder && !closed.has(entry.key) ? act(entry) : go(items.findIndex(([{ key }]) => key === entry.folders.at(-1))),
      Enter: () => act(entry),
      ' ': () => act(entry)
    }
    if (!Object.hasOwn(keys, event.key)) return
    event.preventDefault()
    keys[event.key]()
  }

  function go (at) {
    if (!items[at]) return
    focused = items[at][0].key
    for (const [{ key }, each] of items) each.tabIndex = key === focused ? 0 : -1
    items[at][1].focus()
  }

  return { element, draw, select }
}
