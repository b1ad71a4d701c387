// The view "compare": two forms, or two versions of a package.
//
//     #/compare                           the packages that have a UI definition
//     #/compare/my.package?version=1.0.0  the form of its UI definition beside that of its class
//     ...of=upload                        of the package that was dropped last
//     #/compare?what=versions&old=my.package/1.0.0&new=my.package/1.1.0
//                                         what changed between two versions; "upload" in place of one is a zip that was dropped or chosen
import { fill, h } from '../shell/dom.js'
import { FormsView } from './forms.js'
import { VersionsView } from './versions.js'

export const ADDRESS = { parts: 1, query: { version: null, of: ['upload'], dropped: null, what: ['versions'], old: null, new: null } }

const KINDS = {
  forms: { title: 'Forms', query: {}, View: FormsView },
  versions: { title: 'Versions of a package', query: { what: 'versions' }, View: VersionsView }
}

export function mount (element, services) {
  return new CompareView(element, services)
}

class CompareView {
  constructor (element, services) {
    this.services = services
    this.kind = null
    this.shown = null
    this.links = h('ul', { class: 'tabs compare-kinds' })
    this.place = h('div', {})
    fill(element, h('h1', {}, 'Compare'), h('nav', { 'aria-label': 'What is compared' }, this.links), this.place)
  }

  async update (route) {
    const kind = route.query.what === 'versions' ? 'versions' : 'forms'
    if (kind !== this.kind) {
      this.shown?.unmount()
      this.kind = kind
      this.shown = new KINDS[kind].View(this.services)
      fill(this.place, this.shown.element)
      fill(this.links, Object.entries(KINDS).map(([name, { title, query }]) =>
        h('li', {}, h('a', { href: this.services.href('compare', [], query), 'aria-current': name === kind && 'page' }, title))))
    }
    await this.shown.update(route)
  }

  take (upload) { this.shown.take(upload) }
  async again () { await this.shown.again() }
  unmount () { this.shown.unmount() }
}
