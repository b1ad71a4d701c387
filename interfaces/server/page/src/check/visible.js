// Text from packages, made harmless to read: what is invisible or reorders text becomes an escape, as on the terminal.

const TAB = '    '
// Control, format, private, unassigned and surrogate characters, and the two separators of lines and paragraphs.
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/u
const EVERY_UNSEEN = new RegExp(UNSEEN, 'gu')
// They join letters and emoji, and change nothing else.
const JOINERS = '\u200c\u200d'
const SHORT = new Map([
  ['\n', '\\n'],
  ['\r', '\\r']
])

/** Return `text` with tabs as spaces, and each character that nobody sees as an escape: `\x1b`, `\u202e`. */
export function visible (text) {
  return UNSEEN.test(text) ? text.replace(EVERY_UNSEEN, escaped) : text
}

function escaped (letter) {
  if (letter === '\t') return TAB
  if (JOINERS.includes(letter)) return letter
  const number = letter.codePointAt(0)
  const digits = number.toString(16)
  if (SHORT.has(letter)) return SHORT.get(letter)
  if (number < 0x100) return `\\x${digits.padStart(2, '0')}`
  return number < 0x10000 ? `\\u${digits.padStart(4, '0')}` : `\\U${digits.padStart(8, '0')}`
}
