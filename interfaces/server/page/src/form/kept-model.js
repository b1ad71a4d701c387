// The model of a form that was left waits for the user who comes back to it, also after the page was loaded again, as long as the tab
// is open; the browser asks before one is lost that was not saved.
import { readJson, writeJson } from '../shell/json.js'
import { writeType } from './model.js'

export class KeptModel {
  #services
  #name
  #saved

  constructor (services, class_) {
    this.#services = services
    // What was entered for one version fills the form of another, as of a package that was edited and dropped again.
    this.#name = `muranopl.form ${writeType({ ...class_, version: null })}`
  }

  /** What the user left here, if anything. */
  get object () {
    try {
      return readJson(window.sessionStorage.getItem(this.#name)) ?? undefined
    } catch {
      return undefined
    }
  }

  keep (object) {
    if (!Object.keys(object.properties).length) {
      this.forget()
      return
    }
    try {
      window.sessionStorage.setItem(this.#name, writeJson(object))
    } catch { /* there is no room, or storing is forbidden: the browser asks before the page is left */ }
  }

  forget () {
    try {
      window.sessionStorage.removeItem(this.#name)
    } catch { /* nothing was kept */ }
  }

  /** The user has the model with these properties as a file. */
  saved (properties) {
    this.#saved = writeJson(properties)
    this.#services.unsaved.delete(this.#name)
  }

  changed (object) {
    const { properties } = object
    this.keep(object)
    const isSaved = !Object.keys(properties).length || writeJson(properties) === this.#saved
    if (isSaved) this.#services.unsaved.delete(this.#name)
    else this.#services.unsaved.add(this.#name)
  }
}
