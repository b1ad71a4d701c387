/** Scroll a list to one of its entries, unless it is in view; the page stays where it is. */
export function scrollWithin (list, entry) {
  const [inner, outer] = [entry, list].map((each) => each.getBoundingClientRect())
  if (inner.top < outer.top || inner.bottom > outer.bottom) list.scrollTop += inner.top - outer.top - outer.height / 3
}
