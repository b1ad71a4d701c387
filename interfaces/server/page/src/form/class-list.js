// What the view shows before a class was chosen: the applications, then the other classes by package.
import { breakable } from '../shell/breakable.js'
import { fill, freshId, h } from '../shell/dom.js'
import { shortName } from '../graph/class-graph.js'
import { fitting } from './find.js'
import { logoOf } from '../shell/logo.js'
import { oneStop } from '../shell/one-stop.js'

const MOST = 500 // so many are drawn of each; who looks for another one types

/** Return `{element, filter(text)}`; `only(isOn)` is called when the user asks for applications only. */
export function classList ({ classes, packages, applications, api, linkTo, isFiltered, only }) {
  const packageOf = (each) => packages.get(`${each.package} ${each.version}`) ?? { name: each.package, version: each.version }
  // Where a package has one application, the package's title is that of the application.
  const isApplication = ({ name }) => applications.has(name)
  const titleOf = (each) => each.title ?? (isApplication(each) ? packageOf(each).title : null)
  const order = (one, other) => (titleOf(one) ?? shortName(one.name)).localeCompare(titleOf(other) ?? shortName(other.name), 'en', { numeric: true })
  const cards = h('ul', { class: 'applications' })
  const others = h('div', { class: 'class-groups' })
  const count = h('p', { class: 'muted', role: 'status' })
  const id = freshId('only')
  let text = ''
  const box = h('input', {
    id,
    type: 'checkbox',
    checked: isFiltered,
    onchange: () => {
      only(box.checked)
      filter(text)
    }
  })
  const filter = (wanted) => {
    text = wanted
    const found = fitting(classes, text, titleOf)
    const apps = found.filter(isApplication).sort(order)
    const rest = box.checked ? [] : found.filter((each) => !isApplication(each))
    fill(cards, apps.slice(0, MOST).map((each) => h('li', {}, card(each))))
    fill(others, rest.length > 0 && apps.length > 0 && h('h2', {}, 'Other classes'), groupsOf(rest.slice(0, MOST)).map((group) => panel(group)))
    count.textContent = words(apps.length, rest.length)
    stop.reset()
  }
  const words = (apps, rest) => {
    const many = (number, noun) => `${number} ${noun}${number === 1 ? '' : noun.endsWith('s') ? 'es' : 's'}`
    const all = box.checked ? many(apps, 'application') : `${many(apps, 'application')}, ${many(rest, 'other class')}`
    return Math.max(apps, rest) > MOST ? `${all}; the first ${MOST} are shown, type to see others` : all
  }
  const card = (each) => h('a', { class: 'application', href: linkTo(each) },
    logoOf(api, packageOf(each), titleOf(each) ?? shortName(each.name)),
    h('span', { class: 'application-words' },
      h('strong', {}, titleOf(each) ?? shortName(each.name)),
      h('span', {}, breakable(each.name)),
      h('span', { class: 'muted' }, breakable(`${each.package === each.name ? 'version' : each.package} ${each.version}`))))
  const panel = ([key, members]) => {
    const [pkg, version] = key.split(' ')
    const [bases, usual] = [members.filter(isHelper), members.filter((each) => !isHelper(each))]
    const list = (listed) => h('ul', { class: 'class-names' }, listed.map((each) => h('li', {},
      h('a', { href: linkTo(each) }, breakable(within(each.name, pkg))),
      each.title && h('span', { class: 'muted' }, ` ${each.title}`),
      each.builders?.length > 0 && h('span', { class: 'tag' }, `${each.builders.length} model builder${each.builders.length > 1 ? 's' : ''}`))))
    return h('section', { class: 'panel' },
      h('h3', {}, breakable(pkg), ' ', h('span', { class: 'muted' }, version)),
      usual.length > 0 && list(usual),
      bases.length > 0 && h('details', { open: !usual.length || text !== '' }, h('summary', {}, 'Base and meta classes'), list(bases)))
  }
  const element = h('div', { class: 'form-classes' },
    h('p', { class: 'control-line' }, count, h('span', { class: 'choice' }, box, h('label', { htmlFor: id }, 'Applications only'))),
    cards, others)
  const stop = oneStop(element, 'a')
  filter('')
  return { element, filter }
}

/** Return whether nobody would make an object of a class. */
function isHelper ({ is_base: isBase, usage }) { return isBase || usage === 'Meta' }

/** Return classes by package, the core library last. */
function groupsOf (classes) {
  const byPackage = new Map()
  for (const each of classes) {
    const key = `${each.package} ${each.version}`
    if (!byPackage.has(key)) byPackage.set(key, [])
    byPackage.get(key).push(each)
  }
  const isCore = (key) => key.startsWith('io.murano')
  return [...byPackage].sort(([one], [other]) => isCore(one) - isCore(other) || one.localeCompare(other, 'en', { numeric: true }))
}

function within (name, pkg) {
  return name.startsWith(`${pkg}.`) ? name.slice(pkg.length + 1) : name
}
