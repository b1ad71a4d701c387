// The logo of a package, asked for when it comes into view.
import { at } from './api.js'
import { h } from './dom.js'

const LARGEST = 1024 * 1024 // what is larger is not a picture for a list

/** Return an element with the logo of a package, or with the first letter of `title` where it has none. */
export function logoOf (api, { name, version, has_logo: hasLogo }, title) {
  const element = h('span', { class: 'logo', 'aria-hidden': 'true' }, (title[0] ?? '').toUpperCase())
  if (!hasLogo) return element
  const observer = new IntersectionObserver(async (entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return
    observer.disconnect()
    try {
      const answer = await api.fetch(`packages/${at(name)}/logo`, { query: { version }, accept: 'application/octet-stream' })
      const image = await pictureOf(await answer.blob())
      if (image) element.replaceChildren(image)
    } catch { /* the letter stays */ }
  })
  observer.observe(element)
  return element
}

// By an address with the data in it: an image that is asked for by its address comes without the token.
function pictureOf (blob) {
  if (blob.size === 0 || blob.size > LARGEST) return null
  return new Promise((resolve) => {
    const reader = new FileReader()
    const image = h('img', { alt: '', width: 40, height: 40 })
    image.addEventListener('load', () => resolve(image))
    image.addEventListener('error', () => resolve(null))
    reader.addEventListener('load', () => { image.src = reader.result })
    reader.addEventListener('error', () => resolve(null))
    reader.readAsDataURL(blob)
  })
}
