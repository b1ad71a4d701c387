// The signatures of the call that the cursor is in: shown behind "(" and ",", or by a key; Escape closes them.
import { StateEffect, StateField } from '@codemirror/state'
import { EditorView, showTooltip } from '@codemirror/view'
import { h } from '../shell/dom.js'
import { visible } from '../check/visible.js'
import { positionAt } from './positions.js'

const BEHIND = /[(,]$/
const setSignatures = StateEffect.define()

const shownSignatures = StateField.define({
  create: () => null,
  update: (shown, transaction) => {
    for (const effect of transaction.effects) if (effect.is(setSignatures)) return effect.value
    return shown && transaction.docChanged ? { ...shown, pos: transaction.changes.mapPos(shown.pos) } : shown
  },
  provide: (field) => showTooltip.from(field)
})

/** Return the extension, which asks about texts that were taken before; `ask(at)` is a promise of `{signatures}`. */
export function signing (ask) {
  const following = EditorView.updateListener.of(({ view, state, docChanged, selectionSet, transactions }) => {
    const isTyped = transactions.some((each) => each.isUserEvent('input'))
    const head = state.selection.main.head
    const begins = isTyped && BEHIND.test(state.sliceDoc(Math.max(0, head - 1), head))
    const follows = state.field(shownSignatures) !== null && (docChanged || selectionSet)
    if (begins || follows) showSignatures(view, ask).catch(() => null)
  })
  return [shownSignatures, following]
}

/** Show the signatures at the cursor; return a promise of whether there are any. */
export async function showSignatures (view, ask) {
  const asked = view.state
  const { signatures } = await ask(positionAt(asked.doc, asked.selection.main.head))
  // Of what was typed meanwhile another call has the answer
  if (view.state.doc !== asked.doc || !view.state.selection.eq(asked.selection)) return true
  const tooltip = signatures.length
    ? { pos: asked.selection.main.head, above: true, create: () => ({ dom: element(signatures) }) }
    : null
  view.dispatch({ effects: setSignatures.of(tooltip) })
  return tooltip !== null
}

/** Close what is shown; return whether something was. */
export function closeSignatures (view) {
  if (!view.state.field(shownSignatures, false)) return false
  view.dispatch({ effects: setSignatures.of(null) })
  return true
}

function element (signatures) {
  return h('div', { class: 'knowledge signatures', role: 'status' }, signatures.map((signature) => h('div', {}, h('code', {}, marked(signature)))))
}

/** Return the label of a signature, in which the parameter at the cursor stands out. */
function marked ({ label, parameters, active }) {
  let from = label.indexOf('(') + 1
  for (const parameter of parameters.slice(0, active ?? 0)) from = label.indexOf(parameter.label, from) + parameter.label.length
  const parameter = active === null ? undefined : parameters[active]
  const start = parameter ? label.indexOf(parameter.label, from) : -1
  if (start < 0) return visible(label)
  const end = start + parameter.label.length
  return [visible(label.slice(0, start)), h('strong', {}, visible(label.slice(start, end))), visible(label.slice(end))]
}
