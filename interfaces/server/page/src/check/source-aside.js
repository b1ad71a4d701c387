// What stands between the tools of the editor and the text for a while: a question with an answer to be typed, or a list of places.
import { whileBusy } from '../shell/busy.js'
import { fill, freshId, h } from '../shell/dom.js'
import { understood } from '../shell/errors.js'

/** Return `{element, ask(question), list(places), close()}`; `closed()` is called when the user closes it, to take the keyboard. */
export function sourceAside (closed) {
  const element = h('div', { class: 'source-aside', hidden: true, onkeydown: (event) => { if (event.key === 'Escape') leave() } })

  function close () {
    element.hidden = true
    element.replaceChildren()
  }

  function leave () {
    close()
    closed()
  }

  function show (...children) {
    fill(element, children)
    element.hidden = false
  }

  const closing = (text) => h('button', { type: 'button', class: 'small', onclick: leave }, text)

  /** Ask for a text, and do `act(answer)`, a promise; where it fails, say why and ask on. */
  function ask ({ label, value, yes, act }) {
    const [id, problem] = [freshId('answer'), freshId('problem')]
    const said = h('p', { id: problem, role: 'alert' })
    const input = h('input', { id, value, required: true, spellcheck: 'false', autocomplete: 'off', 'aria-describedby': problem })
    const button = h('button', { type: 'submit', class: 'small primary' }, yes)
    const answered = async () => {
      said.textContent = ''
      try {
        await act(input.value.trim())
      } catch (error) {
        said.textContent = understood(error).message
        input.focus()
      }
    }
    show(h('form', { onsubmit: (event) => { event.preventDefault(); whileBusy(button, answered) } },
      h('label', { htmlFor: id }, label), input, button, closing('Cancel')), said)
    input.focus()
    input.select()
  }

  /** List places, `{name, text, open()}`. */
  function list (title, places) {
    const id = freshId('places')
    show(h('div', { class: 'source-found' }, h('h4', { id }, title), closing('Close')),
      h('ul', { 'aria-labelledby': id }, places.map(({ name, text, open }) =>
        h('li', {}, h('button', { type: 'button', class: 'link path', onclick: open }, name), ' ', h('code', {}, text)))))
    element.querySelector('ul button')?.focus()
  }

  return { element, ask, list, close }
}
