// Drawn classes, or objects: cytoscape, in the colours of the page. The list beside it is what keyboards and screen readers use.
import { fill, h } from '../shell/dom.js'
import { place } from './layout.js'

/** More classes than this are not drawn, only listed. */
const MOST_NODES = 1500
/** No smaller than this once a class is chosen: names can be read. */
const READABLE = 0.8
/** The room around a picture, in pixels. */
const MARGIN = 20
/** Cytoscape adds a style element unless there is an element of this id; our policy forbids it, and graph.css has its rule. */
const STYLE_ID = '__________cytoscape_stylesheet'

const OF_CLASSES = {
  label: 'Drawing of the classes; the list has the same classes',
  tooMany: (number) => `${number} classes are too many for one drawing: choose a package, or search.`
}

/**
 * Return `{element, draw(drawn), select(id), destroy()}`; a click on a node calls `choose(id)`, one beside it `choose(null)`.
 * `texts` are what is said of the drawing: `label`, and `tooMany(number)`.
 */
export function drawing (services, choose, texts = OF_CLASSES) {
  if (!document.getElementById(STYLE_ID)) document.head.append(h('meta', { id: STYLE_ID }))
  const canvas = h('div', { class: 'graph-canvas', role: 'img', 'aria-label': texts.label })
  const notice = h('p', { class: 'graph-notice muted', hidden: true })
  const zoom = (factor) => cy?.zoom({ level: cy.zoom() * factor, renderedPosition: { x: cy.width() / 2, y: cy.height() / 2 } })
  const element = h('div', { class: 'graph-drawing panel' },
    h('div', { class: 'graph-zoom actions' },
      h('button', { type: 'button', class: 'small', 'aria-label': 'Zoom in', onclick: () => zoom(1.25) }, '+'),
      h('button', { type: 'button', class: 'small', 'aria-label': 'Zoom out', onclick: () => zoom(0.8) }, '−'),
      h('button', { type: 'button', class: 'small', onclick: () => cy && fit() }, 'Show all')),
    canvas, notice)
  let cy = null
  let selected = null
  let fitted = null // the view of all of it, as long as nobody has moved it
  let turn = 0
  const forget = services.onTheme(() => cy?.style(styles(canvas)))
  const resized = new window.ResizeObserver(() => resize())
  resized.observe(canvas)

  async function draw (drawn) {
    turn += 1
    const mine = turn
    cy?.destroy()
    cy = null
    fill(canvas)
    delete canvas.dataset.drawn
    const isTooMuch = drawn.nodes.length > MOST_NODES
    notice.hidden = !isTooMuch && !drawn.notice
    fill(notice, isTooMuch ? texts.tooMany(drawn.nodes.length) : drawn.notice)
    if (!drawn.nodes.length || isTooMuch) return
    const { default: cytoscape } = await import('cytoscape')
    if (mine !== turn) return
    cy = cytoscape({
      container: canvas,
      elements: elementsOf(drawn, canvas.clientWidth / Math.max(1, canvas.clientHeight)),
      style: styles(canvas),
      layout: { name: 'preset' },
      autoungrabify: true,
      boxSelectionEnabled: false,
      minZoom: 0.05,
      maxZoom: 3,
      hideEdgesOnViewport: drawn.nodes.length > 500
    })
    cy.on('tap', (event) => {
      if (event.target === cy) choose(null)
      else if (event.target.isNode() && !event.target.isParent()) choose(event.target.id())
    })
    fit()
    canvas.dataset.drawn = String(drawn.nodes.length)
    if (selected) select(selected)
  }

  /** Show all of it, but not larger than texts beside it. */
  function fit () {
    cy.fit(undefined, MARGIN)
    if (cy.zoom() > 1.2) {
      cy.zoom(1.2)
      cy.center()
    }
    fitted = viewOf(cy)
  }

  /** Follow the room that there is: all of it is still shown where all of it was. */
  function resize () {
    if (!cy) return
    const wasFitted = viewOf(cy) === fitted
    cy.resize()
    if (wasFitted) fit()
  }

  function select (id) {
    selected = id
    if (!cy) return
    cy.elements().removeClass('chosen beside')
    const node = id === null ? cy.collection() : cy.getElementById(id)
    if (!node.length) return
    node.addClass('chosen')
    const edges = node.connectedEdges().union(node.parent().connectedEdges())
    edges.addClass('beside')
    resize() // the panel of the class may have just taken some of the room
    const [inner, outer] = [node.boundingBox(), cy.extent()]
    const isShown = inner.x1 >= outer.x1 && inner.x2 <= outer.x2 && inner.y1 >= outer.y1 && inner.y2 <= outer.y2
    if (isShown && cy.zoom() >= READABLE) return
    cy.zoom(Math.max(cy.zoom(), READABLE))
    cy.pan({ x: shift(cy, node, 'x', cy.width()), y: shift(cy, node, 'y', cy.height()) })
  }

  function destroy () {
    turn += 1
    forget()
    resized.disconnect()
    cy?.destroy()
    cy = null
  }

  return { element, draw, select, destroy }
}

function viewOf (cy) {
  return JSON.stringify([cy.zoom(), cy.pan()])
}

/** Return where the picture is moved to, so that a node is in the middle of the room, and no more of that is left empty than has to be. */
function shift (cy, node, axis, room) {
  const box = cy.elements().boundingBox()
  const [start, end] = [box[`${axis}1`] * cy.zoom(), box[`${axis}2`] * cy.zoom()]
  if (end - start + 2 * MARGIN <= room) return (room - start - end) / 2
  return Math.max(room - MARGIN - end, Math.min(MARGIN - start, room / 2 - node.position(axis) * cy.zoom()))
}

function elementsOf (drawn, shape) {
  const { positions, blocks } = place(drawn, shape)
  const blockOf = new Map(blocks.flatMap(({ id, members }) => members.map((member) => [member, id])))
  const ends = new Map(drawn.edges.map(({ child, parent }) => [blockOf.get(child) ?? child, parent]).map((ends) => [ends.join(' '), ends]))
  return [
    ...blocks.map(({ id }) => ({ data: { id }, selectable: false })),
    ...drawn.nodes.map(({ id, label, detail, library, found, near, usage, missing }) => {
      const { x, y, width, height } = positions.get(id)
      return {
        data: { id, text: `${shortened(label, width)}\n${shortened(detail, width)}`, width, height, parent: blockOf.get(id) },
        position: { x, y },
        classes: [library && 'library', near && 'near', !found && 'above', usage === 'Meta' && 'meta', missing && 'missing'].filter(Boolean).join(' ')
      }
    }),
    ...[...ends.values()].map(([source, target]) => ({ data: { source, target }, classes: drawn.links && 'part' })),
    ...(drawn.links ?? []).map((ends) => ({ data: ends, classes: 'reference' }))
  ]
}

/** A full name that is too long loses its first parts, which many share. */
function shortened (text, width) {
  const most = Math.floor((width - 16) / 6.2)
  return text.length > most ? `…${text.slice(1 - most).replace(/^[^.]*\.(?=.)/, '')}` : text
}

function styles (canvas) {
  const computed = window.getComputedStyle(canvas)
  const colour = (name) => computed.getPropertyValue(`--${name}`).trim()
  return [
    {
      selector: 'node',
      style: {
        shape: 'round-rectangle',
        'text-wrap': 'wrap',
        'text-valign': 'center',
        'text-halign': 'center',
        'font-size': 11,
        'line-height': 1.25,
        'font-family': computed.fontFamily,
        color: colour('text'),
        'background-color': colour('accent-ground'),
        'border-width': 1,
        'border-color': colour('line-strong')
      }
    },
    { selector: 'node[width]', style: { width: 'data(width)', height: 'data(height)', label: 'data(text)' } },
    { selector: ':parent', style: { 'background-color': colour('sunken'), 'border-width': 1, 'border-color': colour('line'), padding: 8 } },
    { selector: '.meta', style: { 'border-style': 'dashed' } },
    { selector: '.library, .above', style: { 'background-color': colour('surface'), color: colour('muted') } },
    { selector: '.missing', style: { 'border-style': 'dashed', 'border-color': colour('error'), color: colour('error'), 'background-color': colour('error-ground') } },
    { selector: '.near', style: { 'border-style': 'dotted', opacity: 0.7 } },
    { selector: '.chosen', style: { 'border-width': 3, 'border-color': colour('accent'), color: colour('text') } },
    {
      selector: 'edge',
      style: {
        width: 1.2,
        'curve-style': 'bezier',
        'line-color': colour('line-strong'),
        'target-arrow-shape': 'triangle',
        'target-arrow-color': colour('line-strong'),
        'target-arrow-fill': 'hollow',
        'arrow-scale': 1.1
      }
    },
    { selector: '.part', style: { 'target-arrow-shape': 'diamond', 'target-arrow-fill': 'filled' } },
    { selector: '.reference', style: { 'line-style': 'dashed', 'target-arrow-shape': 'vee', 'target-arrow-fill': 'filled' } },
    { selector: '.beside', style: { width: 2.5, 'line-color': colour('accent'), 'target-arrow-color': colour('accent') } }
  ]
}
