// Long names break where their parts end, not in the middle of a word.
import { h } from './dom.js'

const END_OF_PART = /(?<=[./_:-])(?=\w)/
const CAPITAL = /(?<=[a-z0-9])(?=[A-Z])/
/** Parts that are no longer than this stay whole. */
const SHORT = 16

/** Return a text as nodes, in which lines may break after dots and slashes, and before capitals of long parts. */
export function breakable (text) {
  const parts = text.split(END_OF_PART).flatMap((part) => part.length > SHORT ? part.split(CAPITAL) : [part])
  return parts.flatMap((part, index) => index === 0 ? [part] : [h('wbr'), part])
}
