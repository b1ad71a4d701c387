// Diagnostics of a model, as a list.
import { explain } from '../check/explanation.js'
import { h } from '../shell/dom.js'

/** Return a list of diagnostics; `after(diagnostic)` gives what stands after one, or nothing. */
export function findingsList (diagnostics, services, after = () => null) {
  return h('ul', { class: 'findings' }, diagnostics.map((diagnostic) => {
    const { severity, code, message, suggestion } = diagnostic
    return h('li', {},
      h('span', { class: `severity ${severity}` }, severity), ' ',
      h('button', { type: 'button', class: 'code-link', 'aria-label': `${code}: what it means`, onclick: () => explain(code, services) }, code), ' ',
      h('span', { class: 'as-written' }, message),
      suggestion && h('span', { class: 'muted as-written' }, ` (${suggestion})`),
      after(diagnostic))
  }))
}
