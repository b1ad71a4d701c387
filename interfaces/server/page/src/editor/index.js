// The editor of source files: one view, and for each file that was opened a state with its own history.
//
// A file is `{key, name, text, now, isEditable, isKnown}`: `name` is its path in the package, `text` what it is there, and `now` what was
// made of it; the service is asked about files that it knows.
import { defaultKeymap, history, historyKeymap, redo, undo } from '@codemirror/commands'
import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { yaml } from '@codemirror/lang-yaml'
import { bracketMatching, codeFolding, foldGutter, foldKeymap, indentUnit } from '@codemirror/language'
import { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from '@codemirror/search'
import { EditorState, Prec, StateEffect, StateField } from '@codemirror/state'
import { Decoration, drawSelection, EditorView, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view'
import { h } from '../shell/dom.js'
import { visible } from '../check/visible.js'
import { annotations, showing, toFixes } from './annotations.js'
import { completing } from './completion.js'
import { indentation } from './indentation.js'
import { closeKnowledge, hovering, showKnowledge, tooltips } from './knowledge.js'
import { changesOf, offsetOf, positionAt } from './positions.js'
import { highlighting, useConstructedSheets } from './styles.js'
import { shownText, writtenText } from './texts.js'

const YAML = /\.(ya?ml|template|json)$/i

/** What is invisible or reorders text is shown as on the terminal. */
const specialCharacters = highlightSpecialChars({
  addSpecialChars: /(?![\u200c\u200d])[\p{Cf}\p{Co}\p{Cn}]/gu,
  render: (code) => h('span', { class: 'cm-specialChar' }, visible(String.fromCodePoint(code)))
})

/** Scroll to what an address names, but not the page: the diagnostics stay where they are. */
const inside = EditorView.scrollHandler.of((view, { head }, { y }) => {
  if (y !== 'center') return false
  const { scrollDOM } = view
  // Positions of the editor cannot be asked for while it scrolls
  const { node, offset } = view.domAtPos(head)
  const range = document.createRange()
  range.setStart(node, offset)
  const [at, box] = [node.nodeType === Node.ELEMENT_NODE ? node : range, scrollDOM].map((each) => each.getBoundingClientRect())
  scrollDOM.scrollTop += at.top - box.top - box.height / 3
  scrollDOM.scrollLeft = at.left > box.right - 16 ? scrollDOM.scrollLeft + at.left - box.left - box.width / 3 : 0
  return true
})

const setCurrent = StateEffect.define()
/** The line that an address names. */
const current = StateField.define({
  create: () => Decoration.none,
  update: (marks, transaction) => {
    for (const effect of transaction.effects) {
      if (effect.is(setCurrent)) return Decoration.set([Decoration.line({ class: 'current', attributes: { 'data-line': String(effect.value) } }).range(transaction.state.doc.line(effect.value).from)])
    }
    return transaction.docChanged ? Decoration.none : marks
  },
  provide: (field) => EditorView.decorations.from(field)
})

/** The editor in `element`; `actions` are those of `sourcePanel`, and `service` asks about the package. */
export class SourceEditor {
  constructor (element, actions) {
    useConstructedSheets()
    this.actions = actions
    this.files = new Map() // by key: {file, state}
    this.shown = null // the key of the file in view
    this.view = new EditorView({ parent: element, state: EditorState.create() })
  }

  /** Show a line of a file. */
  show (file, line, { column = null, focus = false } = {}) {
    const { view } = this
    if (this.shown !== file.key) {
      if (this.shown !== null) this.files.get(this.shown).state = view.state
      this.shown = file.key
      view.setState(this.#opened(file).state)
    }
    const { doc } = view.state
    const number = Math.min(Math.max(1, line), doc.lines)
    const at = offsetOf(doc, number, column ?? 1)
    view.dispatch({
      selection: { anchor: at },
      effects: [setCurrent.of(number), EditorView.scrollIntoView(at, { y: 'center' })]
    })
    if (focus) view.focus()
  }

  /** Show the diagnostics of a file that was opened. */
  mark (key, diagnostics) {
    if (!this.files.has(key)) return
    this.#dispatch(key, ({ doc }) => ({ effects: showing(doc, diagnostics, this.actions) }))
  }

  /** Make edits of a file, which can be undone. */
  edit (file, edits) {
    this.#opened(file)
    this.#dispatch(file.key, ({ doc }) => ({ changes: changesOf(doc, edits), userEvent: 'input.fix' }))
  }

  /** Return the text of a file as it is now. */
  textOf ({ key, text }) {
    const state = this.#stateOf(key)
    return state === null ? text : writtenText(text, state.doc.toJSON())
  }

  /** Return the position of the cursor. */
  get cursor () {
    const { doc, selection } = this.view.state
    return positionAt(doc, selection.main.head)
  }

  /** Do what a button is for. */
  undo () { return undo(this.view) }
  redo () { return redo(this.view) }
  find () { openSearchPanel(this.view) }
  about () { return showKnowledge(this.view, (at) => this.#ask('hover', at)) }
  toFixes () { return toFixes(this.view) }
  focus () { this.view.focus() }

  async definition (at = this.cursor) {
    const { places, sources } = await this.#ask('definition', at)
    if (places.length) this.actions.define(places[0], sources)
    return places.length > 0
  }

  destroy () { this.view.destroy() }

  #opened (file) {
    if (!this.files.has(file.key)) {
      const state = EditorState.create({ doc: shownText(file.now), extensions: this.#extensions(file) })
      const marks = showing(state.doc, this.actions.diagnosticsOf(file.key), this.actions)
      this.files.set(file.key, { file, state: state.update({ effects: marks }).state })
    }
    return this.files.get(file.key)
  }

  #stateOf (key) {
    if (key === this.shown) return this.view.state
    return this.files.get(key)?.state ?? null
  }

  #dispatch (key, specification) {
    if (key === this.shown) return this.view.dispatch(specification(this.view.state))
    const opened = this.files.get(key)
    const transaction = opened.state.update(specification(opened.state))
    opened.state = transaction.state
    if (transaction.docChanged) this.actions.changed(opened.file)
  }

  #ask (operation, at) {
    const { file } = this.files.get(this.shown)
    return file.isKnown ? this.actions.service[operation](file.name, at) : Promise.resolve({ text: null, places: [], proposals: [] })
  }

  #extensions (file) {
    const { name, isEditable, isKnown } = file
    const about = () => { this.actions.busy(this.about()); return true }
    const define = () => { this.actions.busy(this.definition()); return true }
    return [
      lineNumbers(), specialCharacters, drawSelection(), bracketMatching(), highlightSelectionMatches(), highlighting, annotations, current, inside,
      codeFolding(), foldGutter(), search({ top: true }), tooltips, indentUnit.of('  '),
      YAML.test(name) ? [yaml(), Prec.high(indentation)] : [],
      EditorView.contentAttributes.of({ 'aria-label': `Text of ${name}`, ...(!isEditable && { inputmode: 'none' }) }),
      isKnown ? [hovering((at) => this.#ask('hover', at)), EditorView.domEventHandlers({ mousedown: (event, view) => this.#followed(event, view) })] : [],
      isEditable
        ? [history(), closeBrackets(), isKnown ? completing(name, (at) => this.#ask('completion', at), this.actions.insert) : [], EditorView.updateListener.of((update) => { if (update.docChanged) this.actions.changed(file) })]
        : EditorState.readOnly.of(true),
      keymap.of([
        { key: 'F12', run: isKnown ? define : () => false },
        { key: 'Mod-i', run: isKnown ? about : () => false },
        { key: 'Mod-.', run: toFixes },
        { key: 'Escape', run: closeKnowledge },
        ...closeBracketsKeymap, ...completionKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...defaultKeymap
      ])
    ]
  }

  /** Go to the definition of what is clicked while Ctrl or Cmd is held. */
  #followed (event, view) {
    const offset = (event.ctrlKey || event.metaKey) && event.button === 0 ? view.posAtCoords({ x: event.clientX, y: event.clientY }) : null
    if (offset === null) return false
    this.actions.busy(this.definition(positionAt(view.state.doc, offset)))
    return true
  }
}
