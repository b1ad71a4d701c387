// Classes and schemas of the service, each asked for once as long as the catalog is the same.
import { at } from '../shell/api.js'
import { withoutDefinitions } from './definitions.js'
import { APPLICATION } from './environment.js'
import { withSecrets } from './schema.js'
import { newest, specOf } from './versions.js'

export class Catalog {
  constructor (api) {
    this.api = api
    this.answers = new Map()
    this.state = null
  }

  /** Return all classes: `{name, version, package, title, usage, builders, is_base}`. */
  classes () { return this.#once('classes', async () => (await this.api.get('classes')).classes) }

  /** Return all packages: `{name, version, title, has_logo, has_ui, served, ...}`. */
  packages () { return this.#once('packages', async () => (await this.api.get('packages', { findings: false })).packages) }

  /** Return the names of the classes that users deploy. */
  async applications () {
    const classes = await this.implementations(APPLICATION)
    return new Set(classes.filter(({ is_base: isBase, package: pkg }) => !isBase && !pkg.startsWith('io.murano')).map(({ name }) => name))
  }

  /** Return the classes of which an object may stand where one of class `name` is asked for, in versions of a specification. */
  implementations (name, version) {
    if (name === undefined) return this.classes()
    return this.#once(`extends ${name} ${version}`, async () => (await this.api.get('classes', { extends: name, extendsVersion: version })).classes)
  }

  /** Return those of these classes that a form of a package offers, and how many more there are: `{classes, left_out}`. */
  offered (name, version, asking) {
    const query = { extends: name, extendsVersion: version, offered: true, asking }
    return this.#once(`offered ${name} ${version} ${asking}`, () => this.api.get('classes', query))
  }

  /** Return the class that is meant, with its version and its package; it may be one that is not there. */
  async resolve (class_) {
    return newest(await this.classes(), class_) ?? class_
  }

  /** Return the schemas of a class and its model builders by name; the one of the class is "". */
  schemas (class_) {
    const { name, version, package: pkg } = class_
    return this.#once(`schemas ${name} ${version} ${pkg}`, async () => {
      const [written, { properties }] = await Promise.all([
        this.api.get(at('schemas', name), { classVersion: specOf(version), packageName: pkg }),
        this.details(class_)
      ])
      const secrets = Object.keys(properties).filter((property) => properties[property].secret)
      return Object.fromEntries(Object.entries(written).map(([method, schema]) => [method, withSecrets(withoutDefinitions(schema), secrets)]))
    })
  }

  /** Return what the service tells of a class: its properties and methods. */
  details (class_) {
    const { name, version, package: pkg } = class_
    return this.#once(`details ${name} ${version} ${pkg}`, () => this.api.get(at('classes', name), { classVersion: specOf(version), packageName: pkg }))
  }

  /** Return whether objects of a class are of class `name` too. */
  async isA (class_, name) {
    const { ancestors } = await this.details(class_)
    return class_.name === name || ancestors.some((ancestor) => ancestor.split('/')[0] === name)
  }

  // What failed is asked for again the next time.
  #once (key, ask) {
    if (this.state !== null && this.state !== this.api.state) this.answers.clear()
    this.state = this.api.state
    if (!this.answers.has(key)) {
      const answer = ask()
      answer.catch(() => this.answers.delete(key))
      this.answers.set(key, answer)
    }
    return this.answers.get(key)
  }
}
