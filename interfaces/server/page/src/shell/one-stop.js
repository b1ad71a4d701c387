// Lists and drawings with many things to choose are one stop of the Tab key; arrow keys go from one to the next.

const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }

/**
 * Let the elements in `container` that match `selector` be one stop; return `{reset(current)}`, to be called after they were drawn:
 * the keyboard enters at `current`, else at the first one.
 */
export function oneStop (container, selector) {
  const all = () => [...container.querySelectorAll(selector)].filter((each) => each.checkVisibility())
  const enterAt = (current) => { for (const each of container.querySelectorAll(selector)) each.tabIndex = each === current ? 0 : -1 }
  container.addEventListener('focusin', ({ target }) => { if (target.matches(selector)) enterAt(target) })
  container.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !event.target.matches(selector)) return
    const next = event.key === 'Home' ? all()[0] : event.key === 'End' ? all().at(-1) : STEPS[event.key] && nearest(event.target, all(), STEPS[event.key])
    if (next === undefined) return
    event.preventDefault()
    next?.focus()
  })
  return { reset: (current) => enterAt(current ?? container.querySelector(selector)) }
}

/** Return the element that is next in a direction, of those in line before those that are not; null where there is none. */
function nearest (from, among, [right, down]) {
  const middle = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return [left + width / 2, top + height / 2]
  }
  const [x, y] = middle(from)
  let [best, least] = [null, Infinity]
  for (const each of among) {
    const [dx, dy] = middle(each).map((at, axis) => at - [x, y][axis])
    const [ahead, aside] = [dx * right + dy * down, Math.abs(dx * down) + Math.abs(dy * right)]
    const cost = ahead + 2 * aside
    if (ahead > 1 && cost < least) [best, least] = [each, cost]
  }
  return best
}
