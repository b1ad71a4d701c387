// Fixes applied to a zip that was dropped: it is unpacked, edited and packed again here; the service never keeps it.
// Loaded with the view, as browsers remember a part of the page that could not be loaded, and a reload loses the zip.
import { unzipSync, zipSync } from 'fflate'
import { edited } from './edits.js'

const mended = new WeakSet()

/** Return whether a file was made by `mend`. */
export function isMended (file) {
  return mended.has(file)
}

/** Resolve to a file of the same name, in which the edits of a fix are made; all of them, or an Error in words for users. */
export async function mend (file, { edits }) {
  const entries = unzipSync(new Uint8Array(await file.arrayBuffer()))
  for (const name of new Set(edits.map((edit) => edit.file))) {
    if (!Object.hasOwn(entries, name)) throw refusal(`The zip has no entry “${name}”.`)
    const text = textOf(name, entries[name])
    entries[name] = new TextEncoder().encode(edited(text, edits.filter((edit) => edit.file === name)))
  }
  const result = new File([zipSync(entries)], file.name, { type: 'application/zip' })
  mended.add(result)
  return result
}

function textOf (name, bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw refusal(`“${name}” is not text in UTF-8.`)
  }
}

function refusal (message) {
  return Object.assign(new Error(message), { userTitle: 'The fix cannot be applied' })
}
