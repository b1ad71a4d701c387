// Object models read from files.
import { h } from '../shell/dom.js'
import { readYaml } from '../shell/yaml.js'
import { readObject } from './model.js'

const LARGEST = 5 * 1024 * 1024

/** Return a button that lets the user choose a file, and calls `onOpen(object)` with the object it holds. */
export function openButton ({ services, onOpen }) {
  const input = h('input', { type: 'file', accept: '.json,.yaml,.yml,.txt', hidden: true, tabindex: '-1', 'aria-hidden': 'true' })
  input.addEventListener('change', async () => {
    const [file] = input.files
    input.value = ''
    if (!file) return
    try {
      onOpen(await modelOf(file))
    } catch (error) {
      services.showError(error)
    }
  })
  return [h('button', { type: 'button', onclick: () => input.click() }, 'Open a model …'), input]
}

async function modelOf (file) {
  if (file.size > LARGEST) throw new UnusableModelError(`${file.name} is larger than 5 MiB.`)
  let data
  try {
    data = readYaml(await file.text())
  } catch (error) {
    throw new UnusableModelError(`${file.name} is neither JSON nor YAML: ${error.message}`)
  }
  const object = readObject(data)
  if (object === null) throw new UnusableModelError(`${file.name} is not an object model: it must be a mapping with the key "?".`)
  if (object.class === null) throw new UnusableModelError(`${file.name} does not name the class of its object: "?" has no "type".`)
  return object
}

/** A file that holds no model; its message is for the user. */
class UnusableModelError extends Error {
  get userTitle () { return 'This file cannot be opened' }
}
