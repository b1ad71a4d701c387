// The form of a UI definition beside the form of the class, and what both make.
import { ApiError } from '../shell/api.js'
import { fill, h } from '../shell/dom.js'
import { ScopedView } from '../shell/scoped-view.js'
import { Catalog } from '../form/catalog.js'
import { Comparison } from './comparison.js'

export class FormsView extends ScopedView {
  constructor (services) {
    super('compare', services)
    this.comparison = null
    this.select = h('select', { id: 'compared-package', onchange: () => this.choose(this.select.value) })
    this.uploaded = h('div')
    this.content = h('div')
    this.element = h('div', { class: 'compare' },
      h('p', { class: 'muted lead' }, 'The form of a UI definition next to the form generated from the class. Fill in both, and compare their object models.'),
      this.uploaded,
      h('div', { class: 'control-line' }, h('label', { htmlFor: 'compared-package' }, 'Package'), this.select),
      this.content)
  }

  drop () {
    this.comparison?.close()
    this.comparison = null
    this.content.replaceChildren()
  }

  /** A dropped package has other forms than that of the catalog. */
  partsFor (parts, isSame) { return isSame ? parts : [] }

  async display (route) {
    const { isCurrent } = this
    const isUpload = route.query.of === 'upload'
    const upload = this.uploadOf(route)
    this.scope = this.servicesAbout(upload)
    fill(this.uploaded, isUpload && this.uploadNote(upload))
    fill(this.select, h('option', { value: '' }, 'Loading …'))
    const packages = isUpload && upload === null ? [] : await this.packages(upload !== null)
    if (isCurrent()) await this.show(route, packages, upload !== null)
  }

  async packages (isUpload) {
    const { packages } = await this.scope.api.get('packages', { findings: false })
    return packages.filter(({ has_ui: hasUi, served }) => hasUi && (served || !isUpload))
  }

  async show ({ parts: [name], query: { version } }, packages, isUpload) {
    fill(this.select,
      h('option', { value: '' }, packages.length ? 'Choose a package …' : 'No package has a UI definition'),
      packages.map((each) => h('option', { value: key(each) }, `${each.title ? `${each.title}: ` : ''}${each.name} ${each.version}`)))
    const only = isUpload && packages.length === 1 && name === undefined ? packages[0] : null
    const found = only ?? packages.find((each) => each.name === name && (!version || each.version === version))
    this.select.value = found ? key(found) : ''
    if (name !== undefined && !found) throw new ApiError(404, 'Not found', `No served package "${name}" has a UI definition.`)
    if (!found) return
    const comparison = new Comparison({ services: this.scope, catalog: new Catalog(this.scope.api), package_: found })
    this.comparison = comparison
    this.content.replaceChildren(comparison.element)
    try {
      await comparison.load()
    } catch (error) {
      if (this.comparison !== comparison) return
      this.drop()
      throw error
    }
  }

  choose (value) {
    const { name, version } = value ? JSON.parse(value) : {}
    this.scope.navigate('compare', name ? [name] : [], { version })
  }

  uploadNote (upload) {
    const link = h('a', { href: this.services.href('compare') }, 'Packages of the catalog')
    if (upload === null) return h('p', { class: 'message info' }, 'The dropped package is no longer in memory: drop it again. ', link)
    return h('p', { class: 'message info' }, h('strong', {}, upload.title), ' was dropped, and is not stored. After an edit, drop it again to update both forms. ',
      h('a', { href: this.services.href('check') }, 'Its report'), ' · ', h('a', { href: this.services.href('form', [], { of: 'upload' }) }, 'Its forms'), ' · ', link)
  }
}

function key ({ name, version }) { return JSON.stringify({ name, version }) }
