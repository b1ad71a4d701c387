// What the editor looks like: colours are those of the page, see editor.css.
import { syntaxHighlighting } from '@codemirror/language'
import { tagHighlighter, tags } from '@lezer/highlight'
import { StyleModule } from 'style-mod'

export const highlighting = syntaxHighlighting(tagHighlighter([
  { tag: tags.definition(tags.propertyName), class: 'token key' },
  { tag: tags.propertyName, class: 'token key' },
  { tag: tags.string, class: 'token string' },
  { tag: tags.lineComment, class: 'token comment' },
  { tag: [tags.typeName, tags.labelName, tags.meta, tags.keyword], class: 'token meta' }
]))

/**
 * Let the editor use style sheets without elements, as in a shadow root: the policy of the page forbids such elements. The set of a
 * root is kept in a property of it, under a symbol of the library.
 */
export function useConstructedSheets () {
  const shadow = document.createElement('div').attachShadow({ mode: 'open' })
  StyleModule.mount(shadow, [])
  for (const symbol of Object.getOwnPropertySymbols(shadow)) {
    if (shadow[symbol]?.sheet instanceof CSSStyleSheet) document[symbol] ??= shadow[symbol]
  }
}
