// What one class has: what it extends, its properties with contracts, its methods, and where each comes from.
import { breakable } from '../shell/breakable.js'
import { h } from '../shell/dom.js'
import { children, members, written } from './class-graph.js'

/** Return the elements that tell about the class of a neighbourhood. `links`: `relatives` by id, `class(id)`, `source(class, place)`, `form(class)`. */
export function classPanel (neighbourhood, links) {
  const { middle: class_, left_out: leftOut } = neighbourhood
  const source = links.source(class_, class_.place)
  const form = class_.usage === 'Class' ? links.form(class_) : null
  return [
    h('h2', {}, breakable(class_.name)),
    h('p', { class: 'muted' }, breakable(`${class_.usage === 'Meta' ? 'Meta class' : 'Class'} of ${class_.package} ${class_.version}`)),
    class_.incomplete && h('p', { class: 'message warning' }, 'An ancestor is unknown: the class may have more members.'),
    h('p', { class: 'actions' },
      source && h('a', { class: 'button', href: source }, 'Source'),
      form && h('a', { class: 'button', href: form }, 'Form')),
    classList('Extends', class_.parents, links),
    classList('Extended by', children(neighbourhood), links, leftOut),
    memberList('Properties', members(class_, 'properties'), class_, links),
    memberList('Methods', members(class_, 'methods'), class_, links)
  ]
}

function classList (title, ids, links, leftOut = 0) {
  return ids.length > 0 && h('div', { class: 'class-relatives' },
    h('h3', {}, title, ' ', ids.length + leftOut > 1 && h('small', { class: 'muted' }, String(ids.length + leftOut))),
    h('ul', {}, ids.map((id) => h('li', {}, classLink(id, links))), leftOut > 0 && h('li', { class: 'muted' }, `and ${leftOut} more`)))
}

function classLink (id, links) {
  const name = id.split('/')[0]
  const href = links.class(id)
  return href === null ? h('code', { title: id }, breakable(name)) : h('a', { href, title: id }, breakable(name))
}

/** Return the members of one kind: the class's own, and those that it inherits, folded. */
function memberList (title, rows, class_, links) {
  const list = (some) => h('ul', { class: 'members' }, some.map((row) => memberElement(row, class_, links)))
  const [own, inherited] = [rows.filter((row) => row.own), rows.filter((row) => !row.own)]
  return h('div', {},
    h('h3', {}, title, ' ', h('small', { class: 'muted' }, String(rows.length))),
    own.length > 0 && list(own),
    inherited.length > 0 && h('details', {}, h('summary', {}, `${inherited.length} inherited`, h('span', { class: 'for-screen-readers' }, ` ${title.toLowerCase()}`)), list(inherited)))
}

function memberElement (row, class_, links) {
  const declaring = row.own ? class_ : links.relatives.get(row.declaring)
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
      h('dd', {}, row.own ? 'here' : ['from ', classLink(row.declaring, links)],
        source && [', ', h('a', { href: source }, `line ${row.place.line}`, h('span', { class: 'for-screen-readers' }, ` of the source, ${row.name}`))]),
      row.overrides.length > 0 && [h('dt', {}, 'Overrides'), h('dd', {}, row.overrides.map((id, index) => [index > 0 && ', ', 'that of ', classLink(id, links)]))],
      row.ambiguous.length > 0 && [h('dt', {}, 'Ambiguous'), h('dd', {}, `${row.ambiguous.join(', ')} declare it`)]))
}
