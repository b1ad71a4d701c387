// What may be written at the cursor.
import { autocompletion, pickedCompletion } from '@codemirror/autocomplete'
import { h } from '../shell/dom.js'
import { offsetOf, positionAt } from './positions.js'
import { readSnippet } from './snippets.js'

/** After these something may be proposed, without being asked for. */
const BEFORE = /[\w.$:(,[ ]$/
const WORD = /^[\w.]*$/
/** Kinds of the service, by what the library has colours for. */
const TYPES = { key: 'property', field: 'property', word: 'enum', instruction: 'keyword', prefix: 'namespace', package: 'namespace', argument: 'variable', file: 'text', code: 'constant' }

/**
 * Return the extension. `ask(at)` is a promise of `{proposals}`; `insert(insertions)` makes those edits of a proposal that are in other
 * files.
 */
export function completing (path, ask, insert) {
  const source = async (context) => {
    const { state, pos, explicit } = context
    if (!explicit && !BEFORE.test(state.sliceDoc(Math.max(0, pos - 1), pos))) return null
    const { proposals } = await ask(positionAt(state.doc, pos)).catch(() => ({ proposals: [] }))
    if (!proposals.length || context.aborted) return null
    const { line } = positionAt(state.doc, pos)
    const from = offsetOf(state.doc, line, proposals[0].start)
    const options = proposals.map((each) => option(each, { path, insert, behind: offsetOf(state.doc, line, each.start) - from }))
    return { from, options, validFor: WORD }
  }
  return autocompletion({ override: [source], icons: false })
}

function option (proposal, { path, insert, behind }) {
  const { label, kind, detail, words, order, deprecated } = proposal
  return {
    label,
    detail: detail || kind,
    type: TYPES[kind] ?? kind.split(' ')[0],
    boost: -order,
    ...(deprecated && { section: 'Deprecated' }),
    ...(words && { info: () => explained(words) }),
    apply: (view, completion, from, to) => {
      const { text, from: start, to: end } = proposal.snippet ? readSnippet(proposal.text) : { text: proposal.text, from: proposal.text.length, to: proposal.text.length }
      const at = Math.max(0, from + behind)
      const elsewhere = proposal.insertions.filter((each) => each.path !== path)
      const here = proposal.insertions.filter((each) => each.path === path)
        .map((each) => ({ from: offsetOf(view.state.doc, each.line, each.column), insert: each.text }))
      const changes = view.state.changes([{ from: at, to, insert: text }, ...here])
      const moved = changes.mapPos(at, -1)
      view.dispatch({
        changes,
        selection: { anchor: moved + start, head: moved + end },
        scrollIntoView: true,
        userEvent: 'input.complete',
        annotations: pickedCompletion.of(completion)
      })
      if (elsewhere.length) insert(elsewhere)
    }
  }
}

async function explained (words) {
  const { markdown } = await import('../check/markdown.js')
  return h('div', { class: 'knowledge' }, markdown(words))
}
