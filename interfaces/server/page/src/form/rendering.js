// An object model rendered: completed with all defaults, or what keeps it from loading, at the fields of its form.
import { ApiError } from '../shell/api.js'
import { whileBusy } from '../shell/busy.js'
import { dataPane } from '../shell/data-pane.js'
import { download, fill, freshId, h } from '../shell/dom.js'
import { modelView } from '../graph/model-view.js'
import { environmentOf, ofApplication, splitEnvironment } from './environment.js'
import { findingsList } from './findings.js'
import { withoutSecrets } from './model.js'

const PAUSE = 400 // milliseconds without a change before a model that did not load is tried again

/** Renders what a form makes; `isApplication` says that it is rendered inside of an environment, `redraw()` draws the form again. */
export class Rendering {
  constructor ({ services, class_, isApplication, form, model, redraw }) {
    Object.assign(this, { services, class: class_, isApplication, form, model, redraw })
    this.state = services.api.state // which the form is of
    this.isClosed = false
    this.objects = null
    this.hasFailed = false
    this.timer = null
    this.turn = 0
    this.result = h('div', { class: 'render-result' })
    this.button = h('button', { type: 'button', class: 'primary', onclick: () => whileBusy(this.button, () => this.render()) }, 'Render')
    this.exportButton = h('button', { type: 'button', onclick: () => whileBusy(this.exportButton, () => this.export()) }, 'Export')
    const id = freshId('user-data')
    this.userData = h('input', { id, type: 'checkbox' })
    this.line = h('div', { class: 'render-line' },
      h('div', { class: 'actions' }, this.button, this.exportButton,
        h('span', { class: 'form-choice' }, this.userData, h('label', { htmlFor: id }, 'Plans as user data'))),
      h('p', { class: 'muted' }, h('em', {}, 'Render'), ` checks the model${isApplication ? ' inside an environment' : ''}, and completes it with all defaults. `,
        h('em', {}, 'Export'), ' downloads its deployment as files that need no Murano; plans that need no other server can be user data.'))
  }

  close () {
    this.isClosed = true
    window.clearTimeout(this.timer)
    this.objects?.destroy()
  }

  /** The model has changed: an error that is shown may be corrected, here or by another value. */
  changed () {
    window.clearTimeout(this.timer)
    if (this.hasFailed) this.timer = window.setTimeout(() => this.render({ isRepeated: true }), PAUSE)
  }

  /** Render the model; `isRepeated`: the user is filling in the form, and stays where they are. */
  async render ({ isRepeated = false } = {}) {
    window.clearTimeout(this.timer)
    this.turn += 1
    const { turn } = this
    this.services.clearErrors()
    const form = this.form({ isRepeated })
    if (!isRepeated) form.check()
    try {
      const { model: rendered, diagnostics, graph } = await this.services.api.post('render', this.sent())
      const made = this.isApplication ? splitEnvironment(rendered).application : rendered
      const hidden = withoutSecrets(made, await form.secretsIn(made))
      if (turn === this.turn) this.show(form, { made, hidden }, diagnostics, graph, isRepeated)
    } catch (error) {
      if (turn !== this.turn) return
      if (!(error instanceof ApiError) || !error.diagnostics.length) this.services.showError(error)
      else this.show(form, null, error.diagnostics, null, isRepeated)
    }
  }

  async export () {
    window.clearTimeout(this.timer)
    this.turn += 1
    this.services.clearErrors()
    const form = this.form({ isRepeated: false })
    form.check()
    try {
      const response = await this.services.api.fetch('export', { body: this.sent(), query: { user_data: this.userData.checked || undefined }, accept: 'application/zip' })
      download(`${this.class.name}-exported.zip`, await response.blob(), 'application/zip')
      this.services.announce('The deployment was exported.')
    } catch (error) {
      if (error instanceof ApiError && error.diagnostics.length) this.show(form, null, error.diagnostics, null, false, 'The deployment fails')
      else this.services.showError(error)
    }
  }

  /** Return what the service loads: the model, an application in an environment. */
  sent () { return this.isApplication ? environmentOf([this.model()]) : this.model() }

  /** Show what the service said of what was sent. */
  show (form, model, said, graph, isRepeated, problem = 'The model does not load') {
    if (this.isClosed) return // the user went to another form meanwhile
    const diagnostics = this.isApplication ? said.map(ofApplication) : said
    this.hasFailed = model === null
    this.objects?.destroy()
    this.objects = graph === null ? null : modelView(graph, this.services)
    const placed = form.show(diagnostics)
    const fields = new Map(placed.map(({ diagnostic, field }) => [diagnostic, field]))
    const errors = diagnostics.filter(({ severity }) => severity === 'error').length
    const pane = model === null ? null : dataPane({ title: 'Rendered model', name: () => `${this.class.name}-rendered`, announce: this.services.announce })
    pane?.show(model.made, model.hidden)
    const verdict = model === null ? `${problem}: ${errors} error${errors === 1 ? '' : 's'}` : 'The model loads'
    if (!isRepeated || model !== null) this.services.announce(verdict)
    const isOutdated = this.state !== this.services.api.state
    fill(this.result,
      isOutdated && h('p', { class: 'message info' }, 'The catalog has changed since this form was drawn. ',
        h('button', { type: 'button', class: 'small', onclick: () => this.redraw() }, 'Draw it again')),
      h('div', { class: `message ${model === null ? 'error' : diagnostics.length ? 'warning' : 'good'}` },
        h('h3', {}, verdict),
        diagnostics.length > 0 && findingsList(diagnostics, this.services, (diagnostic) => goTo(form, fields.get(diagnostic), diagnostic))),
      pane && h('div', { class: 'panel' }, pane.element),
      this.objects && h('div', { class: 'panel' }, this.objects.element))
    this.objects?.draw()
    // In the order of the form, as before the service was asked: its own order moves the reader to another section
    if (model === null && !isRepeated && !form.goToFault()) placed.find(({ field }) => field)?.field.focus()
  }
}

function goTo (form, field, diagnostic) {
  if (!field || field === form.root) return placesOf(diagnostic)
  return [' ', h('button', { type: 'button', class: 'link', onclick: () => field.focus() }, 'Go to ', h('code', {}, diagnostic.model_path))]
}

// What is wrong with the whole object comes from its code: the places say how it got there, the last call first.
function placesOf ({ related }) {
  return related.length > 0 && h('ul', { class: 'related-places' }, related.map(({ message, file, line }) =>
    h('li', {}, message, ' ', h('code', {}, `${file}:${line}`))))
}
