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
import { closeSignatures, showSignatures, signing } from './signatures.js'
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

/** The search panel, in the manner of the other buttons. */
const PHRASES = {
  next: 'Next', previous: 'Previous', all: 'All', 'match case': 'Match case', regexp: 'Regexp', 'by word': 'By word', replace: 'Replace', 'replace all': 'Replace all'
}

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

  /** Show the diagnostics of the files that were opened. */
  markAll (diagnosticsOf) {
    for (const key of this.files.keys()) this.#dispatch(key, ({ doc }) => ({ effects: showing(doc, diagnosticsOf(key), this.actions) }))
  }

  /** Make edits of a file, which can be undone. */
  edit (file, edits) {
    this.#opened(file)
    this.#dispatch(file.key, ({ doc }) => ({ changes: changesOf(doc, edits), userEvent: 'input.fix' }))
  }

  /** Return the text of a file that was opened, as it is now. */
  textOf (key) {
    const { file, state } = this.files.get(key)
    const { doc } = key === this.shown ? this.view.state : state
    return writtenText(file.text, doc.toJSON())
  }

  /** Drop a file that is deleted. */
  forget (key) {
    this.files.delete(key)
    if (key !== this.shown) return
    this.shown = null
    this.view.setState(EditorState.create())
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

  #dispatch (key, specification) {
    if (key === this.shown) return this.view.dispatch(specification(this.view.state))
    const opened = this.files.get(key)
    const transaction = opened.state.update(specification(opened.state))
    opened.state = transaction.state
    if (transaction.docChanged) this.actions.changed(opened.file)
  }

  #ask (operation, at) {
    const { file } = this.files.get(this.shown)
    return file.isKnown ? this.actions.service[operation](file.name, at) : Promise.resolve({ text: null, places: [], proposals: [], signatures: [] })
  }

  /** The commands that need the service, by their keys. */
  #keys ({ isKnown, isEditable }) {
    const run = (name) => () => { this.actions.run(name); return true }
    const sign = () => { this.actions.busy(showSignatures(this.view, (at) => this.#ask('signatures', at))); return true }
    return [
      ...(isKnown ? [{ key: 'F12', run: run('definition'), shift: run('references') }, { key: 'Mod-i', run: run('about') }] : []),
      ...(isKnown && isEditable ? [{ key: 'F2', run: run('rename') }, { key: 'Mod-Shift-Space', run: sign }] : [])
    ]
  }

  #extensions (file) {
    const { name, isEditable, isKnown } = file
    return [
      lineNumbers(), specialCharacters, drawSelection(), bracketMatching(), highlightSelectionMatches(), highlighting, annotations, current, inside,
      codeFolding(), foldGutter(), search({ top: true }), EditorState.phrases.of(PHRASES), tooltips, indentUnit.of('  '),
      YAML.test(name) ? [yaml(), Prec.high(indentation)] : [],
      EditorView.contentAttributes.of({ 'aria-label': `Text of ${name}`, tabindex: '0', ...(!isEditable && { inputmode: 'none' }) }),
      isKnown ? [hovering((at) => this.#ask('hover', at)), EditorView.domEventHandlers({ mousedown: (event, view) => this.#followed(event, view) })] : [],
      isEditable
        ? [history(), closeBrackets(), isKnown ? completing(name, (at) => this.#ask('completion', at), this.actions.insert) : [],
            EditorView.updateListener.of((update) => { if (update.docChanged) this.actions.changed(file) }), isKnown ? signing((at) => this.#ask('signatures', at)) : []]
        : EditorState.readOnly.of(true),
      keymap.of([
        ...this.#keys(file),
        { key: 'Mod-.', run: toFixes },
        { key: 'Escape', run: (view) => closeKnowledge(view) || closeSignatures(view) },
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
