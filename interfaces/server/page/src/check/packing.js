// Zips: what is in them, and with other texts. At once, as threads of the library would need a policy that allows them.
import { unzipSync, zipSync } from 'fflate'

/** The largest entry that is shown and edited, in bytes. */
const MOST = 2 ** 20
const OUTSIDE = /\/$|\\|\0|^\/|(^|\/)\.{0,2}\//

/** Return the names of the entries that may be texts, without those that lead out of a package. */
export function entriesOf (bytes) {
  const found = []
  unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!OUTSIDE.test(name) && originalSize <= MOST) found.push(name)
      return false
    }
  })
  return found
}

/** Return the text of an entry, null for one that is none in UTF-8. */
export function textOf (bytes, entry) {
  const content = unzipSync(bytes, { filter: ({ name, originalSize }) => name === entry && originalSize <= MOST })[entry]
  if (content === undefined) return null
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content)
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}

/**
 * Return the bytes of a zip in which entries, `[name, text]`, have other texts or are new, or are not there where the text is null; of a
 * new one where `bytes` are null.
 */
export function packed (bytes, texts) {
  const entries = bytes === null ? {} : unzipSync(bytes)
  for (const [name, text] of texts) {
    if (text === null) delete entries[name]
    else entries[name] = new TextEncoder().encode(text)
  }
  return zipSync(entries)
}
