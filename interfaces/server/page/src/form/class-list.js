// What the view shows before a class was chosen: all classes, by package.
import { h } from '../shell/dom.js'

const MOST = 500 // so many are drawn; who looks for another one types

/** Return `{element, filter(text)}`. */
export function classList (classes, services) {
  const byPackage = new Map()
  for (const each of classes) {
    const key = `${each.package} ${each.version}`
    if (!byPackage.has(key)) byPackage.set(key, [])
    byPackage.get(key).push(each)
  }
  const isCore = (key) => key.startsWith('io.murano')
  const groups = [...byPackage].sort(([one], [other]) => isCore(one) - isCore(other) || one.localeCompare(other, 'en', { numeric: true }))
  const shown = h('div', { class: 'class-groups' })
  const count = h('p', { class: 'muted', role: 'status' })
  const filter = (text) => {
    const wanted = text.toLowerCase().split(/\s+/).filter(Boolean)
    const fits = ({ name, title, package: pkg }) => wanted.every((word) => `${name} ${title ?? ''} ${pkg}`.toLowerCase().includes(word))
    let number = 0
    shown.replaceChildren(...groups.flatMap(([key, members]) => {
      const all = members.filter(fits)
      const fitting = all.slice(0, Math.max(0, MOST - number))
      number += all.length
      if (!fitting.length) return []
      const [pkg, version] = key.split(' ')
      return [h('section', { class: 'panel' },
        h('h2', {}, pkg, ' ', h('span', { class: 'muted' }, version)),
        h('ul', { class: 'class-names' }, fitting.map((each) => h('li', {},
          h('a', { href: services.href('form', [each.name], { version: each.version, package: each.package }) }, shortName(each.name, pkg)),
          each.title && h('span', { class: 'muted' }, ` ${each.title}`),
          each.builders?.length > 0 && h('span', { class: 'tag' }, `${each.builders.length} model builder${each.builders.length > 1 ? 's' : ''}`)))))]
    }))
    const words = number === classes.length ? `${number} classes` : `${number} of ${classes.length} classes`
    count.textContent = number > MOST ? `${words}; the first ${MOST} are shown, type to see others` : words
  }
  filter('')
  return { element: h('div', { class: 'class-list' }, count, shown), filter }
}

function shortName (name, pkg) {
  return name.startsWith(`${pkg}.`) ? name.slice(pkg.length + 1) : name
}
