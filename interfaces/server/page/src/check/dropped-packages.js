// The packages that were dropped: what views are about, and those that the browser still has from before.
import { DroppedPackage } from './dropped-package.js'
import { ofUpload } from './origins.js'
import { forgetPackage, loadPackage, storedPackages, storePackage, storeState } from './stored-packages.js'

/** What this tab is about, by role: ids of packages. */
const ROLES = 'muranopl.packages'
const PLACE = 'muranopl.place.'
/** What an edited package is called among what is not saved. */
const UNSAVED = 'package'
const MEBIBYTE = 2 ** 20

export class DroppedPackages {
  #services

  /** The views find a package in `services.handed`: as "upload" that which all of them show, as "old version" that which it is compared with. */
  constructor (services) {
    this.#services = services
  }

  /** Take a file in a role; raise an Error in words for users where it is too large for the service. */
  async receive (role, file) {
    const { max_upload: most } = await this.#services.api.get('healthz')
    if (file.size > most) {
      throw Object.assign(new Error(`${file.name} has ${inMebibytes(file.size)}: the service accepts at most ${inMebibytes(most)}.`), { userTitle: 'The zip is too large' })
    }
    // Read at once: what was dropped may change on the disk, and the report is about what was dropped.
    const bytes = file.arrayBuffer()
    const package_ = new DroppedPackage(`${Date.now()} ${Math.random()}`, file.name, bytes)
    bytes.then((buffer) => storePackage(package_.id, buffer, stateOf(package_))).then(() => {
      package_.isStored = true
      if (package_.isEdited) this.#store(package_)
    }, () => {})
    return this.#hand(role, package_)
  }

  /** Take packages up again that this tab was about before a reload. */
  async restore () {
    await Promise.all(Object.entries(roles()).map(([role, id]) => this.open(role, id)))
  }

  /** Take up a stored package; return what views show of it, or null where it is gone. */
  async open (role, id) {
    const stored = await loadPackage(id).catch(() => null)
    if (stored === null) return null
    const package_ = new DroppedPackage(id, stored.name, Promise.resolve(stored.bytes), stored.texts)
    Object.assign(package_, { isUnsaved: stored.isUnsaved, isStored: true })
    storeState(id, stateOf(package_)).catch(() => {})
    return Object.assign(this.#hand(role, package_), { place: JSON.parse(window.localStorage.getItem(PLACE + id)) })
  }

  /** Return the stored packages besides that which views show: `{id, name, isUnsaved}`. */
  async others () {
    const all = await storedPackages().catch(() => [])
    return all.filter(({ id }) => id !== roles().upload)
  }

  async forget (id) {
    for (const [role, other] of Object.entries(roles())) {
      if (other !== id) continue
      setRole(role, undefined)
      this.#services.handed.delete(role)
      this.#services.unsaved.delete(UNSAVED)
    }
    window.localStorage.removeItem(PLACE + id)
    await forgetPackage(id).catch(() => {})
  }

  /** Remember the place in a package, parameters of an address. */
  remember ({ id }, place) {
    if (Object.values(roles()).includes(id)) window.localStorage.setItem(PLACE + id, JSON.stringify(place))
  }

  #hand (role, package_) {
    setRole(role, package_.id)
    this.#services.unsaved.delete(UNSAVED)
    package_.changed = () => this.#store(package_)
    const upload = ofUpload(package_)
    this.#services.handed.set(role, upload)
    return upload
  }

  /** Store the edits of a package; until they are, or where they cannot be, the browser asks before the page is left. */
  async #store (package_) {
    const { unsaved } = this.#services
    const state = stateOf(package_)
    unsaved[package_.isUnsaved ? 'add' : 'delete'](UNSAVED)
    package_.state = state
    if (!package_.isStored) return
    try {
      await storeState(package_.id, state)
      if (package_.state === state) unsaved.delete(UNSAVED)
    } catch {
      package_.isStored = false
    }
  }
}

function stateOf ({ name, texts, isUnsaved }) {
  return { name, texts: new Map(texts), isUnsaved }
}

function roles () {
  return JSON.parse(window.sessionStorage.getItem(ROLES) ?? '{}')
}

function setRole (role, id) {
  window.sessionStorage.setItem(ROLES, JSON.stringify({ ...roles(), [role]: id }))
}

function inMebibytes (size) {
  return `${Number((size / MEBIBYTE).toFixed(size < MEBIBYTE ? 3 : 1))} MiB`
}
