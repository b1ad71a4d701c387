// Diagnostics in the editor: what they are about is underlined, and below the line stands what is said, with the fixes.
import { StateEffect, StateField } from '@codemirror/state'
import { Decoration, EditorView, WidgetType } from '@codemirror/view'
import { h } from '../shell/dom.js'
import { COMMENTED } from '../check/finding.js'
import { prose } from '../check/prose.js'
import { visible } from '../check/visible.js'
import { SEVERITIES } from '../check/findings.js'
import { rangeOf } from './positions.js'

const setMarks = StateEffect.define()
const LINE = 24 // pixels, about

/** Return the effect that shows diagnostics of a document; those that were shown go. */
export function showing (doc, diagnostics, actions) {
  const marks = []
  for (const each of diagnostics) {
    if (each.line > doc.lines) continue
    const { from, to } = rangeOf(doc, each)
    // A mark of the gravest is inside of the others, whose lines it hides
    const mark = Decoration.mark({ tagName: 'mark', class: each.severity, inclusive: false, rank: SEVERITIES.indexOf(each.severity) })
    if (to > from) marks.push(mark.range(from, to))
    const below = doc.lineAt(from).to
    marks.push(Decoration.widget({ widget: new Annotation(each, actions), block: true, side: 1 }).range(below))
  }
  return setMarks.of(Decoration.set(marks, true))
}

/** The diagnostics that are shown, which move with the text that is edited. */
export const annotations = StateField.define({
  create: () => Decoration.none,
  update: (marks, transaction) => {
    for (const effect of transaction.effects) if (effect.is(setMarks)) return effect.value
    return marks.map(transaction.changes)
  },
  provide: (field) => EditorView.decorations.from(field)
})

/** Move the keyboard to the first fix at the line of the cursor; return whether there is one. */
export function toFixes (view) {
  const line = view.state.doc.lineAt(view.state.selection.main.head)
  for (const element of view.dom.querySelectorAll('.annotation')) {
    const at = view.posAtDOM(element)
    const button = element.querySelector('.fix')
    if (at < line.from || at > line.to || !button) continue
    button.focus()
    return true
  }
  return false
}

class Annotation extends WidgetType {
  constructor (diagnostic, actions) {
    super()
    this.diagnostic = diagnostic
    this.actions = actions
  }

  eq (other) { return other.diagnostic === this.diagnostic }

  get estimatedHeight () { return LINE }

  toDOM () {
    const { severity, code, message, fixes = [] } = this.diagnostic
    const { select, apply, suppress } = this.actions
    return h('div', { class: `annotation ${severity}` },
      h('button', { type: 'button', class: 'said', onclick: () => select(this.diagnostic) },
        h('span', { class: `severity ${severity}` }, `${severity} ${code}`), ' ', prose(visible(message))),
      apply && fixes.map((fix) => h('button', { type: 'button', class: 'small fix', onclick: () => apply(fix) },
        h('span', {}, 'Apply: ', prose(visible(fix.title))))),
      suppress && COMMENTED.test(this.diagnostic.source) && h('button', { type: 'button', class: 'small link fix', onclick: () => suppress(this.diagnostic) }, 'Suppress here'))
  }

  ignoreEvent () { return true }
}
