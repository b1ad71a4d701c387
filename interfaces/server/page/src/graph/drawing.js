// Drawn classes, packages or objects: boxes that are buttons, and arrows behind them, in the colours of the page.
import { fill, h } from '../shell/dom.js'
import { oneStop } from '../shell/one-stop.js'
import { place } from './layout.js'

/** More classes than this are not drawn, only listed. */
const MOST_NODES = 1500
/** The room around a picture, in pixels. */
const MARGIN = 20
/** Pictures begin at the size of their texts, 12 pixels, however large they are. */
const [SMALLEST, LARGEST] = [0.05, 3]
const SVG = 'http://www.w3.org/2000/svg'

const OF_CLASSES = {
  label: 'Drawing of the classes',
  tooMany: (number) => `${number} classes are too many for one drawing: choose a package, or search.`
}

/**
 * Return `{element, draw(drawn), select(id), destroy()}`; a click on a box calls `choose(id)`.
 * `texts` are what is said of the drawing: `label`, and `tooMany(number)`.
 */
export function drawing (_, choose, texts = OF_CLASSES) {
  const picture = h('div', { class: 'graph-picture' })
  const canvas = h('div', { class: 'graph-canvas', role: 'group', 'aria-label': texts.label }, picture)
  const notice = h('p', { class: 'graph-notice muted', hidden: true })
  const element = h('div', { class: 'graph-drawing panel' },
    h('div', { class: 'graph-zoom actions' },
      h('button', { type: 'button', class: 'small', 'aria-label': 'Zoom in', onclick: () => zoomTo(zoom * 1.25) }, '+'),
      h('button', { type: 'button', class: 'small', 'aria-label': 'Zoom out', onclick: () => zoomTo(zoom * 0.8) }, '−'),
      h('button', { type: 'button', class: 'small', onclick: () => showAll() }, 'Show all')),
    canvas, notice)
  const stop = oneStop(canvas, '.graph-box')
  let boxes = new Map()
  let arrows = []
  let size = { width: 0, height: 0 }
  let zoom = 1
  let selected = null
  dragged(canvas)

  function draw (drawn) {
    const isTooMuch = drawn.nodes.length > MOST_NODES
    notice.hidden = !isTooMuch && !drawn.notice
    fill(notice, isTooMuch ? texts.tooMany(drawn.nodes.length) : drawn.notice)
    fill(picture)
    boxes = new Map()
    arrows = []
    delete canvas.dataset.drawn
    if (!drawn.nodes.length || isTooMuch) return
    const placed = place(drawn, canvas.clientWidth / Math.max(1, canvas.clientHeight), canvas.clientWidth)
    size = { width: placed.width + 2 * MARGIN, height: placed.height + 2 * MARGIN }
    const lines = svg('svg', { width: size.width, height: size.height, viewBox: `${-MARGIN} ${-MARGIN} ${size.width} ${size.height}`, 'aria-hidden': 'true' }, heads())
    arrows = [
      ...placed.arrows.map(({ ends, corners }) => ({ ends, line: svg('path', { d: wayOf(corners), class: `graph-arrow ${drawn.links ? 'part' : ''}` }) })),
      ...(drawn.links ?? []).map(({ source, target }) => ({ ends: [[source], [target]], line: svg('path', { d: bowOf(placed.positions.get(source), placed.positions.get(target)), class: 'graph-arrow reference' }) }))
    ]
    lines.append(...arrows.map(({ line }) => line))
    boxes = new Map(drawn.nodes.map((node) => [node.id, boxOf(node, placed.positions.get(node.id))]))
    fill(picture, placed.frames.map((frame) => h('div', { class: 'graph-frame', style: styleOf(frame) })), lines, [...boxes.values()])
    canvas.dataset.drawn = String(drawn.nodes.length)
    zoomTo(1)
    canvas.scrollTo(0, 0)
    stop.reset(boxes.get(selected))
    if (selected !== null) select(selected)
  }

  function boxOf ({ id, label, detail, library, found, near, usage, missing }, at) {
    const classes = ['graph-box', library && 'library', near && 'near', !found && 'above', usage === 'Meta' && 'meta', missing && 'missing']
    return h('button', { type: 'button', class: classes.filter(Boolean).join(' '), title: `${label}\n${detail}`, dataset: { id }, style: styleOf(at), onclick: () => choose(id) },
      h('span', {}, shortened(label, at.width)), h('small', {}, shortened(detail, at.width)))
  }

  /** Keep the middle of what is seen where it is. */
  function zoomTo (wanted) {
    const before = zoom
    zoom = Math.min(LARGEST, Math.max(SMALLEST, wanted))
    const middle = ['Left', 'Top'].map((side, at) => canvas[`scroll${side}`] + [canvas.clientWidth, canvas.clientHeight][at] / 2)
    Object.assign(picture.style, { width: `${size.width}px`, height: `${size.height}px`, transform: `scale(${zoom})` })
    const [x, y] = middle.map((each) => each * zoom / before)
    canvas.scrollTo(x - canvas.clientWidth / 2, y - canvas.clientHeight / 2)
  }

  function showAll () {
    if (boxes.size) zoomTo(Math.min(1, canvas.clientWidth / size.width, canvas.clientHeight / size.height))
  }

  function select (id) {
    selected = id
    for (const [each, box] of boxes) {
      if (each === id) box.setAttribute('aria-current', 'true')
      else box.removeAttribute('aria-current')
    }
    for (const { ends, line } of arrows) line.classList.toggle('beside', ends.some((ids) => ids.includes(id)))
    const box = boxes.get(id)
    if (!box) return
    stop.reset(box)
    const [inner, outer] = [box, canvas].map((each) => each.getBoundingClientRect())
    const isShown = inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom
    if (isShown && zoom >= 1) return
    if (zoom < 1) zoomTo(1)
    canvas.scrollTo(box.offsetLeft + box.offsetWidth / 2 - canvas.clientWidth / 2, box.offsetTop + box.offsetHeight / 2 - canvas.clientHeight / 2)
  }

  return { element, draw, select, destroy () {} }
}

function styleOf ({ x, y, width, height }) {
  return { left: `${x - width / 2 + MARGIN}px`, top: `${y - height / 2 + MARGIN}px`, width: `${width}px`, height: `${height}px` }
}

/** Let the picture be moved by what is between its boxes. */
function dragged (canvas) {
  let from = null
  canvas.addEventListener('pointerdown', (event) => {
    if (event.pointerType !== 'mouse' || event.button !== 0 || event.target.closest('.graph-box')) return
    from = { x: event.clientX + canvas.scrollLeft, y: event.clientY + canvas.scrollTop }
    canvas.setPointerCapture(event.pointerId)
  })
  canvas.addEventListener('pointermove', (event) => { if (from) canvas.scrollTo(from.x - event.clientX, from.y - event.clientY) })
  for (const end of ['pointerup', 'pointercancel']) canvas.addEventListener(end, () => { from = null })
}

function svg (tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children)
  return element
}

/** Return the heads of arrows: those of inheritance, of owners, and of references. */
function heads () {
  const head = (id, d, more) => svg('marker', { id: `head-${id}`, viewBox: '-1 -1 12 12', refX: 10, refY: 5, markerWidth: 11, markerHeight: 11, markerUnits: 'userSpaceOnUse', orient: 'auto', class: 'graph-head', ...more }, svg('path', { d }))
  return svg('defs', {}, head('extends', 'M0,0 L10,5 L0,10 Z'), head('part', 'M0,5 L5,1 L10,5 L5,9 Z', { class: 'graph-head filled' }), head('reference', 'M0,0 L10,5 L0,10', { class: 'graph-head open' }))
}

/** Return a line through corners that is level in columns and bent between them. */
function wayOf ([start, ...corners]) {
  let last = start
  return `M${start.x},${start.y}` + corners.map((corner) => {
    const middle = (last.x + corner.x) / 2
    const part = corner.y === last.y ? `H${corner.x}` : `C${middle},${last.y} ${middle},${corner.y} ${corner.x},${corner.y}`
    last = corner
    return part
  }).join('')
}

/** Return a line from the side of one box to that of another one, or from its side to its top. */
function bowOf (from, to) {
  if (from === to) return `M${from.x + from.width / 2},${from.y}h14v${-from.height / 2 - 10}H${from.x}v10`
  const side = to.x < from.x ? -1 : 1
  const [start, end] = [from.x + side * from.width / 2, to.x - side * to.width / 2]
  const bend = Math.max(30, Math.abs(end - start) / 2) * side
  return `M${start},${from.y}C${start + bend},${from.y} ${end - bend},${to.y} ${end},${to.y}`
}

/** A full name that is too long loses its first parts, which many share. */
function shortened (text, width) {
  const most = Math.floor((width - 14) / 7)
  return text.length > most ? `…${text.slice(1 - most).replace(/^[^.]*\.(?=.)/, '')}` : text
}
