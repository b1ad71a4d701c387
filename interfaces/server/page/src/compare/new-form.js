// The form of a class, beside that of the UI definition which makes an object of it.
import { breakable } from '../shell/breakable.js'
import { fill, h } from '../shell/dom.js'
import { drawForm, FormContext } from '../form/drawing.js'
import { splitProperties, writeObject, writeType } from '../form/model.js'

export class NewForm {
  /** `class_`: `{name, version, package}`. `others()` are objects that it may refer to, `changed()` is called when a value has changed. */
  constructor ({ services, catalog, class_, others, changed }) {
    Object.assign(this, { services, catalog, class: class_, others, changed })
    this.form = null
    this.isClosed = false
    this.lost = h('div', { role: 'status' })
    this.place = h('div', { class: 'new-fields' }, h('p', { class: 'muted' }, 'Loading …'))
    this.element = h('div', { class: 'new-form' }, h('p', { class: 'class-line' }, h('code', {}, breakable(writeType(class_)))), this.lost, this.place)
  }

  async load (properties = {}) {
    const [schemas, { form: hints }] = await Promise.all([this.catalog.schemas(this.class), this.catalog.details(this.class)])
    if (this.isClosed) return
    this.place.replaceChildren()
    const context = new FormContext({ services: this.services, catalog: this.catalog, model: () => [this.modelWith({}), this.others()], changed: () => this.changed(), asking: this.class.package, hints })
    this.schema = context.hinted(schemas[''], this.class)
    this.form = drawForm(this.place, this.schema, context)
    this.form.properties = properties
  }

  close () {
    this.isClosed = true
    this.form?.destroy()
    this.form = null
  }

  get properties () { return this.form?.properties ?? {} }

  /** Return the object that it makes, with a header. */
  modelWith (header) { return writeObject({ class: this.class, header, properties: this.properties }) }

  check () { return this.form.check() }
  secretsIn (rendered) { return this.form.secretsIn(rendered) }
  show (diagnostics) { return this.form.show(diagnostics) }

  /** Take what the other form makes, and say what has no field. */
  fill (properties) {
    const { known, others } = splitProperties(this.schema, properties)
    this.form.properties = known
    const names = Object.keys(others)
    fill(this.lost, names.length > 0 && h('p', { class: 'message warning' },
      'The new form has no fields for these values of the old one: ', h('strong', {}, names.join(', ')), '.'))
  }
}
