// The field above a form in which a class is chosen by typing.
import { h } from '../shell/dom.js'
import { openButton } from './open-model.js'

const MOST = 200 // so many names are offered while one is typed

/** Return `{element, show(classes, text, find)}`; `onType(text)` is called while the user types, `find(text)` names the class that a text means. */
export function classPicker ({ services, onType }) {
  const list = h('datalist', { id: 'class-names' })
  const input = h('input', { id: 'class-name', type: 'search', list: 'class-names', autocomplete: 'off', spellcheck: 'false', placeholder: 'a name, or a part of one' })
  const form = h('form', { class: 'class-picker', role: 'search', 'aria-label': 'Classes' },
    h('label', { htmlFor: 'class-name' }, 'Class'), input, list,
    h('button', { type: 'submit' }, 'Open its form'),
    openButton({ services, onOpen: (object) => openInForm(object, services) }))
  let names = []
  let known
  const finding = new Promise((resolve) => { known = resolve }) // who types at once is ahead of the classes
  let find = async (text) => (await finding)(text)
  const go = async () => {
    const text = input.value.trim()
    const name = await find(text)
    if (name !== null) services.navigate('form', [name])
    else services.navigate('form', [], { find: text || undefined })
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    go()
  })
  // A choice in the list fires no event of its own: an input that is a whole name at once was chosen.
  const offer = () => {
    const text = input.value.toLowerCase()
    const fitting = names.filter((name) => name.toLowerCase().includes(text)).slice(0, MOST)
    list.replaceChildren(...fitting.map((name) => h('option', { value: name })))
  }
  input.addEventListener('input', (event) => {
    onType(input.value)
    offer()
    const isChosen = event.inputType === 'insertReplacementText' || event.inputType === undefined
    if (isChosen && names.includes(input.value)) go()
  })
  return {
    element: form,
    show: (classes, text, meant) => {
      if (names.length || !input.value) input.value = text ?? ''
      find = meant
      known(meant)
      names = [...new Set(classes.map((each) => each.name))].sort()
      offer()
    }
  }
}

/** Go to the form of an object's class, and fill it. */
export function openInForm (object, services) {
  const { name, version, package: pkg } = object.class
  services.handed.set('form.model', object)
  // Also where this is the form that is shown: the number makes another address of it.
  services.navigate('form', [name], { version, package: pkg, opened: (opened += 1) })
}

let opened = 0
