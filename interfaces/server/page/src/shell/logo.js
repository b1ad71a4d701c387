// The logo of a package, loaded when it comes into view.
import { at } from './api.js'
import { h } from './dom.js'

/** Return an element with the logo of a package, or with the first letter of `title` where it has none. */
export function logoOf (api, { name, version, has_logo: hasLogo }, title) {
  const element = h('span', { class: 'logo', 'aria-hidden': 'true' }, (title[0] ?? '').toUpperCase())
  if (!hasLogo) return element
  // Not loading="lazy": browsers load what is a few screens further down, too
  const observer = new IntersectionObserver(async (entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return
    observer.disconnect()
    const image = h('img', { alt: '', width: 40, height: 40, decoding: 'async' })
    image.addEventListener('load', () => element.replaceChildren(image)) // without one the letter stays
    image.src = await api.pictureUrl(`packages/${at(name)}/logo`, { version }).catch(() => 'data:,')
  })
  observer.observe(element)
  return element
}
