// A zip that was dropped, and what was edited in it: it is packed again here; the service never stores it, but the browser may.
const TYPE = 'application/zip'

export class DroppedPackage {
  #content
  // At once, as browsers remember a part of the page that could not be loaded, and a reload loses the zip
  #packing = import('./packing.js')
  #packed = null // a promise of the zip with the edits
  #names = null // a promise of the names of the entries

  /** `content` is a promise of the bytes of a zip, `texts` are edits of before. */
  constructor (id, name, content, texts = new Map()) {
    this.id = id
    this.name = name
    this.#content = content.then((buffer) => new Uint8Array(buffer))
    this.original = this.#content.then((bytes) => new Blob([bytes], { type: TYPE }))
    /** The texts that are not as in the zip, by file; null for files that are deleted. */
    this.texts = texts
    this.edits = 0 // how often it was edited here
    this.isUnsaved = false // whether there are edits that were not downloaded
    this.isStored = false // whether the browser has it after a reload
    /** Called after each change. */
    this.changed = () => {}
  }

  get isEdited () { return this.texts.size > 0 }

  /** Take the text of a file, which is `original` in the zip, or null for a new one. */
  edit (file, text, original) {
    if (text === original) this.texts.delete(file)
    else this.texts.set(file, text)
    this.#changed()
  }

  /** Delete a file. */
  async remove (file) {
    if ((await this.files()).includes(file)) this.texts.set(file, null)
    else this.texts.delete(file)
    this.#changed()
  }

  isDeleted (file) { return this.texts.get(file) === null }

  /** A promise of the zip as it is now. */
  get body () {
    if (!this.isEdited) return this.original
    this.#packed ??= this.#pack()
    return this.#packed
  }

  /** Return a promise of the names of the files in the zip that may be texts; none of what is not a zip. */
  files () {
    this.#names ??= this.#read(({ entriesOf }, bytes) => entriesOf(bytes)).catch(() => [])
    return this.#names
  }

  /** Return a promise of the text of a file in the zip, null for one that is none. */
  textOf (file) {
    return this.#read(({ textOf }, bytes) => textOf(bytes, file))
  }

  async #pack () {
    const texts = new Map(this.texts)
    return new Blob([await this.#read(({ packed }, bytes) => packed(bytes, texts))], { type: TYPE })
  }

  async #read (use) {
    const [bytes, packing] = await Promise.all([this.#content, this.#packing])
    return use(packing, bytes)
  }

  #changed () {
    this.edits += 1
    this.#packed = null
    this.isUnsaved = this.isEdited
    this.changed()
  }

  /** Take note that the user has it, as it is now, in a file. */
  downloaded () {
    this.isUnsaved = false
    this.changed()
  }
}
