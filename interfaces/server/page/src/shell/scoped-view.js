// What views have in common that show packages of the catalog, or the one that was dropped last (`...of=upload`).
import { aboutUpload, uploadOf } from './upload.js'

export class ScopedView {
  /** `name` is that of the view in addresses; a view has `display(route)`, a promise, and `drop()`, which takes away what is shown. */
  constructor (name, services) {
    this.name = name
    this.services = services
    this.route = null
    this.turn = 0
    this.waiting = null // the route that could not be shown yet
  }

  /** Show what could not be shown; a form that is filled in stays as it is. */
  async again () {
    if (this.waiting) await this.update(this.waiting)
  }

  unmount () {
    this.turn += 1
    this.drop()
  }

  /** Show the same of the package that was dropped; one that is dropped again takes the place of the one before. */
  take () {
    const { parts, query } = this.route
    const isSame = query.of === 'upload'
    const dropped = isSame ? Number(query.dropped ?? 1) + 1 : undefined
    this.services.navigate(this.name, this.partsFor(parts, isSame), { of: 'upload', dropped }, { replace: isSame })
  }

  /** Return what the address names after a package was dropped; `isSame`: where it was about a dropped one before. */
  partsFor (parts) { return parts }

  async update (route) {
    this.waiting = this.route = route
    this.turn += 1
    this.drop()
    await this.display(route)
    if (this.waiting === route) this.waiting = null
  }

  /** Return a function that says whether what is shown now is still wanted. */
  get isCurrent () {
    const { turn } = this
    return () => turn === this.turn
  }

  uploadOf (route) { return uploadOf(this.services, route) }

  /** Return services about a package that was dropped, or about the catalog. */
  servicesAbout (upload) {
    return upload === null ? this.services : aboutUpload(this.services, upload)
  }
}
