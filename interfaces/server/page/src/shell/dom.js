// Elements. Texts become text nodes: nothing that comes from a package is ever read as HTML.

/**
 * Return a new element.
 * `attributes`: names starting with "on" are listeners, `class`, `dataset`, `style` and properties such as `value` are set as such;
 * null, undefined and false leave an attribute out. `children`: nodes, texts, lists of them; null and false are left out.
 */
export function h (tag, attributes = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value)
    else if (name === 'dataset' || name === 'style') Object.assign(element[name], value)
    else if (PROPERTIES.has(name)) element[name] = value
    else element.setAttribute(name, value === true ? '' : value)
  }
  append(element, children)
  return element
}

const PROPERTIES = new Set(['value', 'checked', 'disabled', 'hidden', 'selected', 'indeterminate', 'htmlFor', 'textContent'])

function append (element, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue
    if (Array.isArray(child)) append(element, child)
    else element.append(child)
  }
}

/** Replace all children of `element`. */
export function fill (element, ...children) {
  element.replaceChildren()
  append(element, children)
  return element
}

let last = 0
/** Return an id that no other element has. */
export function freshId (stem = 'id') {
  last += 1
  return `${stem}-${last}`
}

/** Let the user save `text` as a file. */
export function download (name, text, type) {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = h('a', { href: url, download: name })
  document.body.append(link)
  link.click()
  link.remove()
  window.setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
