// The files that a report shows: their texts as in the package, and as they are edited. Paths are those of the report; a name is the
// path in the package.
import { linesOf } from './lines.js'

const NONE = []
const OUTSIDE = /^\/|\\|\0|(^|\/)(\.{0,2})(\/|$)/
const LONGEST = 1000

export class SourceFiles {
  #texts // as in the package, null for those that are not read yet, and for new ones
  #foreign = new Set() // paths in other packages
  #lines = new Map()
  #folder
  #package

  /** `sources` are texts by path; those that begin with `folder` are of the package, which `package_` is if it can be edited. */
  constructor (sources, folder, package_) {
    this.#texts = new Map(Object.entries(sources))
    this.#folder = folder
    this.#package = package_
    for (const [name, text] of package_?.texts ?? []) {
      // Those that were edited before are not as in the package
      if (text === null) this.#texts.delete(folder + name)
      else this.#texts.set(folder + name, null)
    }
  }

  get paths () { return [...this.#texts.keys()] }
  has (path) { return this.#texts.has(path) }
  isForeign (path) { return this.#foreign.has(path) }
  isOwn (path) { return path.startsWith(this.#folder) && !this.#foreign.has(path) }
  isEditable (path) { return this.#package !== null && this.isOwn(path) }
  nameOf (path) { return path.slice(this.#folder.length) }
  pathOf (name) { return this.#folder + name }

  /** Return the text of a file as it is now; null where it is not known. */
  textNow (path) {
    const edited = this.isOwn(path) ? this.#package?.texts.get(this.nameOf(path)) : undefined
    return edited ?? this.#texts.get(path) ?? null
  }

  linesOf (path) {
    const text = this.textNow(path)
    if (text === null) return NONE
    if (this.#lines.get(path)?.text !== text) this.#lines.set(path, { text, lines: linesOf(text) })
    return this.#lines.get(path).lines
  }

  /** Resolve to a file with its text, which of a zip may have to be unpacked; to null for one that is not text. */
  async loaded (path) {
    if (this.#texts.get(path) === null) this.#texts.set(path, await this.#package.textOf(this.nameOf(path)))
    const now = this.textNow(path)
    return now === null ? null : { key: path, name: this.nameOf(path), text: this.#texts.get(path) ?? '', now, isEditable: this.isEditable(path) }
  }

  /** Take the text of a file. */
  edit (path, text) { this.#package.edit(this.nameOf(path), text, this.#texts.get(path)) }

  /** Add a file; raise an Error in words for users where its name cannot be one. Return its path. */
  add (name, text = '') {
    const path = this.pathOf(name)
    const reason = name.length > LONGEST || OUTSIDE.test(name) ? 'is not the path of a file in a package' : this.has(path) && 'exists already'
    if (reason) throw Object.assign(new Error(`“${name}” ${reason}.`), { userTitle: 'There is no new file' })
    if (!this.#texts.has(path)) this.#texts.set(path, null)
    this.#package.edit(name, text, null)
    return path
  }

  async remove (path) {
    await this.#package.remove(this.nameOf(path))
    this.#texts.delete(path)
  }

  /** Add the files of other packages to which something leads. */
  addForeign (texts) {
    for (const [path, text] of Object.entries(texts)) {
      if (this.has(path)) continue
      this.#texts.set(path, text)
      this.#foreign.add(path)
    }
  }

  /** Add all files of the zip. */
  async list () {
    for (const name of await this.#package.files()) {
      const path = this.pathOf(name)
      if (!this.has(path) && !this.#package.isDeleted(name)) this.#texts.set(path, null)
    }
  }
}
