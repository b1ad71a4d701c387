// An object model rendered: completed with all defaults, or what keeps it from loading, at the fields of its form.
import { ApiError } from '../shell/api.js'
import { whileBusy } from '../shell/busy.js'
import { dataPane } from '../shell/data-pane.js'
import { download, fill, h } from '../shell/dom.js'
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
    this.exportButton = h('button', { type: 'button', title: 'Download the deployment as files that need no Murano', onclick: () => whileBusy(this.exportButton, () => this.export()) }, 'Export')
    this.line = h('div', { class: 'actions render-line' }, this.button, this.exportButton,
      h('span', { class: 'muted' }, `checks it${isApplication ? ' inside of an environment, as an application' : ''}, and completes it with all defaults`))
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
    const own = this.isApplication ? ofApplication : (diagnostic) => diagnostic
    const model = this.model()
    try {
      const sent = this.isApplication ? environmentOf([model]) : model
      const { model: rendered, diagnostics, graph } = await this.services.api.post('render', sent)
      if (turn === this.turn) this.show(form, this.isApplication ? splitEnvironment(rendered).application : rendered, diagnostics.map(own), graph, isRepeated)
    } catch (error) {
      if (turn !== this.turn) return
      if (!(error instanceof ApiError) || !error.diagnostics.length) this.services.showError(error)
      else this.show(form, null, error.diagnostics.map(own), null, isRepeated)
    }
  }

  async export () {
    window.clearTimeout(this.timer)
    this.turn += 1
    this.services.clearErrors()
    const form = this.form({ isRepeated: false })
    form.check()
    const own = this.isApplication ? ofApplication : (diagnostic) => diagnostic
    const model = this.model()
    try {
      const sent = this.isApplication ? environmentOf([model]) : model
      const response = await this.services.api.fetch('export', { body: sent, accept: 'application/zip' })
      download(`${this.class.name}-exported.zip`, await response.blob(), 'application/zip')
      this.services.announce('The deployment is exported')
    } catch (error) {
      if (error instanceof ApiError && error.diagnostics.length) this.show(form, null, error.diagnostics.map(own), null, false, 'The deployment fails')
      else this.services.showError(error)
    }
  }

  show (form, model, diagnostics, graph, isRepeated, problem = 'The model does not load') {
    if (this.isClosed) return // the user went to another form meanwhile
    this.hasFailed = model === null
    this.objects?.destroy()
    this.objects = graph === null ? null : modelView(graph, this.services)
    const placed = form.show(diagnostics)
    const fields = new Map(placed.map(({ diagnostic, field }) => [diagnostic, field]))
    const errors = diagnostics.filter(({ severity }) => severity === 'error').length
    const pane = model === null ? null : dataPane({ title: 'Rendered model', name: () => `${this.class.name}-rendered`, announce: this.services.announce })
    pane?.show(model, withoutSecrets(model, form.secrets))
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
  return h('button', { type: 'button', class: 'small quiet', onclick: () => field.focus() }, 'Go to ', h('code', {}, diagnostic.model_path))
}

// What is wrong with the whole object comes from its code: the places say how it got there, the last call first.
function placesOf ({ related }) {
  return related.length > 0 && h('ul', { class: 'related-places' }, related.map(({ message, file, line }) =>
    h('li', {}, message, ' ', h('code', {}, `${file}:${line}`))))
}
