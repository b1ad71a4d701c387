// The model of a form that was left waits for the user who comes back to it; the browser asks before one is lost that was not saved.
import { writeJson } from '../shell/json.js'
import { writeType } from './model.js'

export class KeptModel {
  #services
  #name
  #saved

  constructor (services, class_) {
    this.#services = services
    this.#name = `form.kept ${writeType(class_)}`
  }

  /** What the user left here, if anything. */
  get object () { return this.#services.handed.get(this.#name) }

  keep (object) {
    if (Object.keys(object.properties).length) this.#services.handed.set(this.#name, object)
    else this.forget()
  }

  forget () { this.#services.handed.delete(this.#name) }

  /** The user has the model with these properties as a file. */
  saved (properties) {
    this.#saved = writeJson(properties)
    this.#services.unsaved.delete(this.#name)
  }

  changed (properties) {
    const isSaved = !Object.keys(properties).length || writeJson(properties) === this.#saved
    if (isSaved) this.#services.unsaved.delete(this.#name)
    else this.#services.unsaved.add(this.#name)
  }
}
