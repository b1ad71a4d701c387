// A zip that was dropped, and the texts of it that were edited: it is packed again here; the service never stores it.

const TYPE = 'application/zip'

export class DroppedPackage {
  #content
  // At once, as browsers remember a part of the page that could not be loaded, and a reload loses the zip
  #packing = import('./packing.js')
  #packed = null // a promise of the zip with the texts

  /** `content` is a promise of the bytes of a zip. */
  constructor (name, content) {
    this.name = name
    this.#content = content.then((buffer) => new Uint8Array(buffer))
    this.original = this.#content.then((bytes) => new Blob([bytes], { type: TYPE }))
    /** The texts that are not as in the zip, by entry. */
    this.texts = new Map()
    this.isUnsaved = false
  }

  get isEdited () { return this.texts.size > 0 }

  /** Take the text of an entry, which is `original` in the zip, or null for a new one. */
  edit (entry, text, original) {
    if (text === original) this.texts.delete(entry)
    else this.texts.set(entry, text)
    this.#packed = null
    this.isUnsaved = this.isEdited
  }

  /** A promise of the zip as it is now. */
  get body () {
    if (!this.isEdited) return this.original
    this.#packed ??= this.#pack()
    return this.#packed
  }

  /** Return a promise of the names of the entries that may be texts; none of what is not a zip. */
  async entries () {
    const [bytes, { entriesOf }] = await Promise.all([this.#content, this.#packing])
    try {
      return entriesOf(bytes)
    } catch {
      return []
    }
  }

  /** Return a promise of the text of an entry in the zip, null for one that is none. */
  async textOf (entry) {
    const [bytes, { textOf }] = await Promise.all([this.#content, this.#packing])
    return textOf(bytes, entry)
  }

  async #pack () {
    const texts = new Map(this.texts)
    const [bytes, { packed }] = await Promise.all([this.#content, this.#packing])
    return new Blob([packed(bytes, texts)], { type: TYPE })
  }
}
