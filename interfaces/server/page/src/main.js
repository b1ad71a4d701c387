// The shell: tabs, routing by hash, theme, errors. What a tab shows is a view, a module that exports
//
//     mount(element, services)
//     ADDRESS     {parts, query}: what its addresses may contain, see `unknownIn` of shell/routes.js
//
// It draws into `element`, an empty one, and returns an object with `update(route)` (show what an address names: the first one, and
// each that follows within the view, even before the first is shown), `unmount()` (before another view takes its place), and perhaps
// `again()` (the service, which did not answer, does) and `take(upload)` (a package was dropped, `services.handed` has it; without it
// the view "check" shows its report). `mount` and `update` may be async; what is entered before `mount` returns is lost.
//
//     route      {view, parts, query} of the hash, `#/view/part/...?name=value`
//     services   what views share, see `services` below
import './style/page.css'
import { DroppedPackages } from './check/dropped-packages.js'
import { ANSWERS, Api } from './shell/api.js'
import { agreed } from './shell/ask.js'
import { fill, h } from './shell/dom.js'
import { acceptDrops } from './shell/drops.js'
import { againButton, errorDisplay, isUnanswered, understood } from './shell/errors.js'
import { listenToKeys, showKeys } from './shell/keys.js'
import { hashOf, routeOf, unknownIn } from './shell/routes.js'
import { isDark, onTheme, themeSwitch } from './shell/theme.js'
import { askToken } from './shell/token.js'

const VIEWS = {
  check: { title: 'Check', load: () => import('./check/index.js') },
  classes: { title: 'Classes', load: () => import('./graph/index.js') },
  packages: { title: 'Packages', load: () => import('./packages/index.js') },
  form: { title: 'Form', load: () => import('./form/index.js') },
  compare: { title: 'Compare', load: () => import('./compare/index.js') },
  api: { title: 'API', load: () => import('./api/index.js') }
}

/** Views that had another name: what their addresses are now. */
const MOVED = { graph: ({ parts, query: { inherited, all, ...query } }) => hashOf('classes', parts, query) }

const REPLACED = {
  title: 'Discard the edited package?',
  text: 'The edited package was not downloaded, and this browser does not store it. It will be replaced by another one.',
  yes: 'Discard it'
}

const main = document.getElementById('main')
const errors = errorDisplay(document.getElementById('errors'), () => main.focus({ preventScroll: true }), () => again())
const announcer = document.getElementById('announcer')

const services = {
  /** Calls of the service: get, post, fetch, events. */
  api: new Api(askToken),
  /** Show something that was thrown; what the user aborted is not shown. */
  showError: errors.show,
  clearErrors: errors.clear,
  /** Let screen readers say something. */
  announce: (text) => { announcer.textContent = text },
  /** Return the link to a view. */
  href: hashOf,
  /** Go to a view, as if its link had been followed; `replace`: without an entry in the history. */
  navigate: (view, parts = [], query = {}, { replace = false } = {}) => {
    const hash = hashOf(view, parts, query)
    if (!replace && hash === window.location.hash) return
    window.history[replace ? 'replaceState' : 'pushState'](null, '', hash)
    // At once: a change of the hash is an event of later, and what is entered meanwhile would begin with the route of before
    arriving = follow()
  },
  /** Whether it is dark, and a call when that changes: `onTheme(listener)` returns a function that ends it. */
  isDark,
  onTheme,
  /** What one view hands to another that a hash cannot hold, such as a zip or a model: `handed.set(name, value)`. */
  handed: new Map(),
  /** The packages that were dropped, see DroppedPackages. */
  dropped: null,
  /** Try out a package that was dropped or chosen: the view shows what it has for it, see `take`. */
  take: async (file) => {
    const { package: before } = services.handed.get('upload') ?? {}
    if (before?.isUnsaved && !before.isStored && !await agreed(REPLACED)) return
    services.clearErrors()
    await arriving // the view may not be there yet
    const upload = await dropped.receive('upload', file).catch(services.showError)
    if (!upload) return
    if (current?.mounted.take) current.mounted.take(upload)
    else services.navigate('check')
  },
  /** Names of what the user entered and did not save: the browser asks before the page is left. */
  unsaved: new Set()
}

const dropped = services.dropped = new DroppedPackages(services)
let current = null // {view, mounted, complain, isShown}: isShown says that its first address is shown
let turn = 0
let arriving = Promise.resolve()

/** Ask the service whether it answers again; if so, show what could not be shown. */
async function again () {
  try {
    await services.api.get('healthz')
  } catch (error) {
    if (isUnanswered(error)) return
  }
  errors.clear()
  // Browsers may remember that a part of the page could not be loaded; and another service may have other parts.
  if (current === null) window.location.reload()
  else await current.mounted.again?.()
  window.dispatchEvent(new Event(ANSWERS)) // for parts of views that wait for it
}

/** Show in place of a view why there is none. */
function showFailure (element, thrown) {
  const error = understood(thrown)
  if (!isUnanswered(error)) return services.showError(error)
  fill(element, h('section', { class: 'message error', role: 'alert' },
    h('h1', {}, error.title), h('p', {}, error.message), againButton(again)))
}

/** Say that an address names no view. */
function unknown (view) {
  turn += 1
  current?.mounted.unmount()
  current = null
  main.className = 'view'
  fill(main, h('div', {}, h('h1', {}, 'Not found'),
    h('p', { class: 'message warning' }, `Unknown view “${view}”. `, h('a', { href: hashOf('check') }, 'Check packages'))))
}

async function follow () {
  const route = routeOf(window.location.hash)
  if (route.view === null) {
    window.history.replaceState(null, '', hashOf('check'))
    return follow()
  }
  if (Object.hasOwn(MOVED, route.view)) {
    window.history.replaceState(null, '', MOVED[route.view](route))
    return follow()
  }
  if (!Object.hasOwn(VIEWS, route.view)) return unknown(route.view)
  for (const link of document.querySelectorAll('#views a')) {
    if (link.dataset.view === route.view) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
  }
  document.title = `${VIEWS[route.view].title} · muranopl`
  turn += 1
  const mine = turn
  let element = null
  try {
    if (current?.view === route.view) return await show(route)
    errors.clear()
    current?.mounted.unmount()
    current = null
    main.className = `view view-${route.view}`
    element = h('div', {}, h('p', { class: 'muted' }, 'Loading …'))
    fill(main, element)
    const { mount, ADDRESS } = await VIEWS[route.view].load()
    if (mine !== turn) return
    element.replaceChildren()
    const notes = h('div', { class: 'address-notes' })
    const complain = (shown) => fill(notes, unknownIn(shown, ADDRESS).map((text) => h('p', { class: 'message warning', role: 'status' }, text)))
    element.before(notes)
    const mounted = await mount(element, services)
    if (mine !== turn) return mounted.unmount()
    current = { view: route.view, mounted, complain, isShown: false }
    await show(route)
    if (mine !== turn) return
    // The link that led here is gone, and with it the place of the keyboard.
    if (mine > 1 && document.activeElement === document.body) main.focus({ preventScroll: true })
  } catch (error) {
    if (mine !== turn) return
    if (element === null || current?.isShown) return services.showError(error)
    current?.mounted.unmount()
    current = null
    showFailure(element, error)
  }
}

/** Let the view show what an address names. */
async function show (route) {
  const view = current
  view.complain(route)
  await view.mounted.update(route)
  view.isShown = true
}

fill(document.getElementById('views'), Object.entries(VIEWS).map(([view, { title }]) =>
  h('li', {}, h('a', { href: hashOf(view), dataset: { view } }, title))))
themeSwitch(document.getElementById('theme'))
const search = () => import('./search/index.js').then(({ openSearch }) => openSearch(services, VIEWS)).catch(services.showError)
listenToKeys(search)
document.getElementById('search').addEventListener('click', search)
document.getElementById('keys').addEventListener('click', showKeys)
document.getElementById('skip').addEventListener('click', (event) => {
  event.preventDefault() // the hash belongs to the views
  main.focus()
})
window.addEventListener('hashchange', () => { arriving = follow() })
window.addEventListener('beforeunload', (event) => { if (services.unsaved.size) event.preventDefault() })
acceptDrops(main, services.take)
window.addEventListener('unhandledrejection', (event) => services.showError(event.reason))
arriving = dropped.restore().then(follow)
