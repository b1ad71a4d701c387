// Texts of files as documents of an editor, whose lines end in one way, and back.

const MARK = '\ufeff' // at the start of a file, which no column counts

/** Return what an editor shows of a text. */
export function shownText (text) {
  return text.startsWith(MARK) ? text.slice(MARK.length) : text
}

/** Return the text of a file, which was `original` before, with the lines of a document. */
export function writtenText (original, lines) {
  const plain = shownText(original)
  if (lines.join('\n') === plain.replace(/\r\n?/g, '\n')) return original
  const end = /\r\n?|\n/.exec(plain)?.[0] ?? '\n'
  return original.slice(0, original.length - plain.length) + lines.join(end)
}
