// Long names break where their parts end, not in the middle of a word.
import { h } from './dom.js'

const END_OF_PART = /(?<=[./_:-])(?=\w)|(?<=[a-z0-9])(?=[A-Z])/

/** Return a text as nodes, in which lines may break behind dots and slashes, and before capitals. */
export function breakable (text) {
  return text.split(END_OF_PART).flatMap((part, index) => index === 0 ? [part] : [h('wbr'), part])
}
