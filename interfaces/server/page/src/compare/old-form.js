// The form of a UI definition, page by page. The service says what its pages are, and what is wrong with the answers, whenever these
// have changed: later pages may depend on earlier ones, and validators are expressions.
import { at } from '../shell/api.js'
import { fill, h } from '../shell/dom.js'
import { drawForm, FormContext } from '../form/drawing.js'
import { findingsList } from '../form/findings.js'
import { stepsOf } from '../form/model-path.js'

const MISSING = 'MPL544' // said at the field by this page, once the user left it
const PAUSE = 250 // milliseconds without a change before the service is asked

export class OldForm {
  /** `package_`: `{name, version}`. `changed()` is called when an answer has changed. */
  constructor ({ services, catalog, package_, changed }) {
    Object.assign(this, { services, catalog, package: package_, changed })
    this.pages = [] // {name, schema, place, form}
    this.asked = null // the answers that the service was asked about last, as a text
    this.timer = null
    this.isClosed = false
    this.list = h('div', { class: 'old-pages' }, h('p', { class: 'muted' }, 'Loading …'))
    this.rest = h('div', { role: 'status' })
    this.element = h('div', { class: 'old-form' }, this.list, this.rest)
  }

  /** Draw the pages, with answers that were given before; return the class of the object that the form makes, or null. */
  async load (answers = {}) {
    const { pages, application, diagnostics } = await this.ask(answers)
    if (this.isClosed) return null
    this.show(pages, answers)
    this.judge(diagnostics)
    return application
  }

  close () {
    this.isClosed = true
    window.clearTimeout(this.timer)
    for (const { form } of this.pages) form.destroy()
    this.pages = []
  }

  /** What is answered, `{form: {field: value}}`; fields that were left alone are not in it. */
  get answers () {
    const given = this.pages.map(({ name, form }) => [name, form.properties]).filter(([, properties]) => Object.keys(properties).length)
    return Object.fromEntries(given)
  }

  /** Say what is missing; return whether nothing is known to be wrong. */
  check () { return this.pages.map(({ form }) => form.check()).every(Boolean) }

  // ---- what the service says ----

  ask (answers) {
    this.asked = JSON.stringify(answers)
    return this.services.api.post(`${at('forms', this.package.name)}/pages`, { answers }, { query: { version: this.package.version } })
  }

  /** The user, or the page, has looked at all values of one page. */
  touched () {
    if (this.isClosed || JSON.stringify(this.answers) === this.asked) return
    this.changed()
    window.clearTimeout(this.timer)
    this.timer = window.setTimeout(() => this.askAgain().catch(this.services.showError), PAUSE)
  }

  async askAgain () {
    const { answers } = this
    const { pages, diagnostics } = await this.ask(answers)
    if (this.isClosed || JSON.stringify(this.answers) !== this.asked) return // there is something newer
    this.show(pages, answers)
    this.judge(diagnostics)
  }

  /** Draw the pages that are new or have changed. */
  show (pages, answers) {
    if (!this.pages.length) fill(this.list, pages.map((page, at) => this.placed(page, at)))
    pages.forEach((page, at) => {
      const drawn = this.pages[at]
      if (JSON.stringify(page.schema) !== JSON.stringify(drawn.schema)) this.draw(drawn, page, answers[page.name] ?? {})
    })
  }

  placed ({ name }, at) {
    const page = { name, schema: null, place: h('div'), notes: h('div'), form: null }
    this.pages.push(page)
    return h('section', { class: 'old-page', 'aria-label': `Page ${at + 1}: ${name}` },
      h('h3', {}, h('span', { class: 'muted' }, `Page ${at + 1} `), name), page.notes, page.place)
  }

  draw (page, { schema }, properties) {
    page.form?.destroy()
    page.schema = schema
    // What is described and hidden is how a definition puts a text on a page.
    const hidden = Object.values(schema.properties).filter(({ visible, description }) => visible === false && description)
    fill(page.notes, hidden.map(({ description }) => h('p', { class: 'muted as-written' }, description)))
    const context = new FormContext({ services: this.services, catalog: this.catalog, model: () => this.answers, changed: () => this.touched() })
    page.form = drawForm(page.place, schema, context)
    page.form.properties = properties
  }

  /** Show diagnostics at their fields, and the others below the pages. */
  judge (diagnostics) {
    const rest = diagnostics.filter(({ model_path: path }) => !this.pages.some(({ name }) => name === formOf(path)))
    for (const { name, form } of this.pages) {
      const own = diagnostics.filter(({ model_path: path }) => formOf(path) === name).map((each) => withinForm(each))
      const isSaid = ({ code, model_path: path }) => code === MISSING && form.fieldAt(path) !== form.root
      const placed = form.show(own.filter((each) => !isSaid(each)))
      rest.push(...placed.filter(({ field }) => field === form.root || field === null).map(({ diagnostic }) => diagnostic))
    }
    fill(this.rest, rest.length > 0 && h('div', { class: 'message warning' }, findingsList(rest, this.services)))
  }
}

function formOf (path) { return path ? stepsOf(path)[0] ?? null : null }

// The path of `$.form.field` from the form on.
function withinForm (diagnostic) {
  const [, ...steps] = stepsOf(diagnostic.model_path)
  return { ...diagnostic, model_path: `$${steps.map((step) => `[${JSON.stringify(step)}]`).join('')}` }
}
