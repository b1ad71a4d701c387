// What one class has: what it extends, its properties with contracts, its methods, and where each comes from.
import { breakable } from '../shell/breakable.js'
import { h } from '../shell/dom.js'
import { children, members, written } from './class-graph.js'

/** Return the elements that tell about a class. `links`: `choose(id)`, `source(class, place)`, `form(class)`. */
export function classPanel (class_, graph, links) {
  const source = links.source(class_, class_.place)
  const form = class_.usage === 'Class' ? links.form(class_) : null
  const [properties, methods] = [members(class_, 'properties'), members(class_, 'methods')]
  return [
    h('h2', {}, breakable(class_.name)),
    h('p', { class: 'muted' }, breakable(`${class_.usage === 'Meta' ? 'Meta class' : 'Class'} of ${class_.package} ${class_.version}`)),
    class_.incomplete && h('p', { class: 'message warning' }, 'An ancestor is unknown: the class may have more members.'),
    h('p', { class: 'actions' },
      source && h('a', { class: 'button', href: source }, 'Source'),
      form && h('a', { class: 'button', href: form }, 'Form')),
    classList('Extends', class_.parents, graph, links),
    classList('Extended by', children(graph, class_.id), graph, links),
    memberList('Properties', properties, graph, links),
    memberList('Methods', methods, graph, links)
  ]
}

function classList (title, ids, graph, links) {
  return ids.length > 0 && h('div', { class: 'class-relatives' },
    h('h3', {}, title),
    h('ul', {}, ids.map((id) => h('li', {}, classLink(id, graph, links)))))
}

function classLink (id, graph, links) {
  const name = id.split('/')[0]
  if (!graph.classes.has(id)) return h('code', { title: id }, breakable(name))
  return h('button', { type: 'button', class: 'link', title: id, onclick: () => links.choose(id) }, breakable(name))
}

function memberList (title, rows, graph, links) {
  return h('div', {},
    h('h3', {}, title, ' ', h('small', { class: 'muted' }, String(rows.length))),
    rows.length > 0 && h('ul', { class: 'members' }, rows.map((row) => memberElement(row, graph, links))))
}

function memberElement (row, graph, links) {
  const declaring = graph.classes.get(row.declaring)
  const source = declaring && links.source(declaring, row.place)
  return h('li', { class: row.own ? 'own' : 'inherited' },
    h('h4', {}, row.name, ' ', h('small', { class: 'muted' }, row.usage)),
    h('dl', { class: 'remarks' },
      row.contract !== null && [h('dt', {}, 'Contract'), h('dd', {}, h('code', {}, breakable(row.contract)))],
      row.inherited.map((contract) => [h('dt', {}, 'and above'), h('dd', {}, h('code', {}, breakable(contract)))]),
      row.parameters.map(({ name, usage, contract }, index) => [
        h('dt', {}, index === 0 ? 'Arguments' : ''),
        h('dd', {}, h('code', {}, breakable(contract === null ? name : `${name}: ${contract}`)), usage !== 'Standard' && h('small', { class: 'muted' }, ` ${usage}`))]),
      row.hasDefault && [h('dt', {}, 'Default'), h('dd', {}, h('code', {}, written(row.value)))],
      h('dt', {}, row.own ? 'Declared' : 'Inherited'),
      h('dd', {}, row.own ? 'here' : ['from ', classLink(row.declaring, graph, links)],
        source && [', ', h('a', { href: source }, `line ${row.place.line}`, h('span', { class: 'for-screen-readers' }, ` of the source, ${row.name}`))]),
      row.overrides.length > 0 && [h('dt', {}, 'Overrides'), h('dd', {}, row.overrides.map((id, index) => [index > 0 && ', ', 'that of ', classLink(id, graph, links)]))],
      row.ambiguous.length > 0 && [h('dt', {}, 'Ambiguous'), h('dd', {}, `${row.ambiguous.join(', ')} declare it`)]))
}
