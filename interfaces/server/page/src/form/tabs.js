// Tabs as ARIA describes them: arrow keys go from tab to tab, Tab goes into the panel.
import { freshId, h } from '../shell/dom.js'

/** Return `{element, select(condition, {focus}), count(number of faults of a tab)}` for `{title, panel, ...}` each. */
export function tabs (entries, label) {
  const id = freshId('tabs')
  const made = entries.map((entry, at) => {
    const badge = h('span', { class: 'badge', hidden: true })
    const tab = h('button', { type: 'button', role: 'tab', id: `${id}-${at}`, 'aria-controls': `${id}-${at}-panel` }, entry.title, badge)
    const panel = h('div', { role: 'tabpanel', id: `${id}-${at}-panel`, 'aria-labelledby': `${id}-${at}` }, entry.panel)
    return { entry, tab, panel, badge }
  })
  const show = (at, focus = false) => {
    made.forEach(({ tab, panel }, position) => {
      tab.setAttribute('aria-selected', String(position === at))
      tab.tabIndex = position === at ? 0 : -1
      panel.hidden = position !== at
    })
    if (focus) made[at].tab.focus()
  }
  made.forEach(({ tab }, at) => {
    tab.addEventListener('click', () => show(at))
    tab.addEventListener('keydown', (event) => {
      const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: made.length - 1 }[event.key]
      if (to === undefined) return
      event.preventDefault()
      show((to + made.length) % made.length, true)
    })
  })
  show(0)
  return {
    element: h('div', { class: 'tabbed' },
      h('div', { role: 'tablist', class: 'tabs', 'aria-label': label }, made.map(({ tab }) => tab)), made.map(({ panel }) => panel)),
    select: (condition, { focus = false } = {}) => {
      const at = made.findIndex(({ entry }) => condition(entry))
      if (at >= 0) show(at, focus)
    },
    count: (faultsOf) => {
      for (const { entry, badge } of made) {
        showCount(badge, faultsOf(entry))
      }
    }
  }
}

/** Say in a badge how many errors there are in what is not seen. */
export function showCount (badge, faults) {
  badge.hidden = faults === 0
  badge.replaceChildren(String(faults), h('span', { class: 'for-screen-readers' }, faults === 1 ? ' error' : ' errors'))
}
