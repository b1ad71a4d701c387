// What is known of a name: shown while the mouse rests on it, or by a key; Escape closes it.
import { StateEffect, StateField } from '@codemirror/state'
import { EditorView, hoverTooltip, showTooltip } from '@codemirror/view'
import { h } from '../shell/dom.js'
import { offsetOf, positionAt } from './positions.js'

const REST = 400 // milliseconds
const setShown = StateEffect.define()

/** Return the extension; `ask(at)` is a promise of `{text, place}`, which are null where nothing is known. */
export function hovering (ask) {
  return [shownByKey, hoverTooltip((view, offset) => tooltip(view.state.doc, offset, ask).catch(() => null), { hoverTime: REST })]
}

/** Show what is known at the cursor; return a promise of whether anything is. */
export async function showKnowledge (view, ask) {
  const { state } = view
  const shown = await tooltip(state.doc, state.selection.main.head, ask)
  if (view.state.doc !== state.doc) return true
  view.dispatch({ effects: setShown.of(shown) })
  return shown !== null
}

/** Close what is shown by a key; return whether something was. */
export function closeKnowledge (view) {
  if (!view.state.field(shownByKey, false)) return false
  view.dispatch({ effects: setShown.of(null) })
  return true
}

const shownByKey = StateField.define({
  create: () => null,
  update: (shown, transaction) => {
    for (const effect of transaction.effects) if (effect.is(setShown)) return effect.value
    return transaction.docChanged || transaction.selection ? null : shown
  },
  provide: (field) => showTooltip.from(field)
})

async function tooltip (doc, offset, ask) {
  const { text, place } = await ask(positionAt(doc, offset))
  if (text === null) return null
  const { markdown } = await import('../check/markdown.js')
  return {
    pos: offsetOf(doc, place.line, place.column),
    end: offsetOf(doc, place.end_line, place.end_column),
    above: false,
    create: () => ({ dom: h('div', { class: 'knowledge', role: 'status' }, markdown(text)) })
  }
}

/** Tooltips stay inside of the window, and do not cover the text. */
export const tooltips = EditorView.baseTheme({ '.cm-tooltip': { maxWidth: 'min(34rem, calc(100vw - 2rem))' } })
