// Calls of the service. One place knows of tokens, of the shape of errors, and of server-sent events.
import { eventReader } from './events.js'
import { readJson, writeJson } from './json.js'

const TOKEN_KEY = 'muranopl.token'

/** The status of a call that was not answered. */
export const NO_ANSWER = 0
/** What a proxy answers for a service that does not. */
const GATEWAY = new Set([502, 503, 504])
/** The event of the window when the service answers again. */
export const ANSWERS = 'muranopl-answers'

/** What the service answers in place of a result; `diagnostics` as in a report, `response` is all of the answer. */
export class ApiError extends Error {
  constructor (status, title, message, diagnostics = [], retryAfter = null) {
    super(message)
    this.name = 'ApiError'
    Object.assign(this, { status, title, diagnostics, retryAfter })
  }
}

export class Api {
  /** `askToken(refused)` resolves to a token, or to null where the user has none. */
  constructor (askToken, package_ = null) {
    this.askToken = askToken
    this.asking = null
    this.package = package_
    /** The state of the catalog that the last answer is of. */
    this.state = null
  }

  /** Return calls that are about a package besides those that are served: its name, and a promise of its zip. */
  about (name, body) { return new Api(this.askToken, new SentPackage(this, name, body)) }

  /** Return the JSON of a GET. `query`: parameters, those that are null or undefined are left out. */
  get (path, query = {}, { signal } = {}) {
    return this.#json(path, { query, signal })
  }

  /** Return the JSON of a POST. `body`: data, sent as JSON; or a text, Blob or FormData, sent as it is. */
  post (path, body, { query = {}, type, signal } = {}) {
    return this.#json(path, { ...encoded(body, type), method: 'POST', query, signal })
  }

  /** Return the answer itself; `accept` says what is asked for (SARIF, for instance). */
  fetch (path, { body, type, query = {}, headers = {}, accept = 'application/json', method, signal } = {}) {
    const sent = body === undefined ? {} : encoded(body, type)
    return this.#send(path, { ...sent, headers: { ...headers, ...sent.headers }, method: method ?? (body === undefined ? 'GET' : 'POST'), query, accept, signal })
  }

  /**
   * Resolve to the URL of a picture. Its own is the best one, which browsers cache by its ETag; but an image comes without the token, and
   * without the package that a call is about: then the URL has the data.
   */
  async pictureUrl (path, query) {
    if (storedToken() === null && this.package === null) return urlOf(path, query).href
    const content = await (await this.fetch(path, { query, accept: 'application/octet-stream' })).blob()
    return new Promise((resolve, reject) => {
      const reader = new FileReader()
      reader.addEventListener('load', () => resolve(reader.result))
      reader.addEventListener('error', () => reject(reader.error))
      reader.readAsDataURL(content)
    })
  }

  /** Yield the events of an answer, `{event, data}` with the data parsed; one named "error" is thrown as an ApiError. */
  async * events (path, options = {}) {
    const response = await this.fetch(path, { ...options, accept: 'text/event-stream' })
    try {
      for await (const { event, data } of eventReader(response.body)) {
        const parsed = readJson(data)
        if (event === 'error') throw errorOf(parsed, parsed?.error?.code ?? 500, 'Error')
        yield { event, data: parsed }
      }
    } catch (error) {
      throw error instanceof TypeError ? endedEarly(error) : error
    }
  }

  async #json (path, options) {
    const response = await this.#send(path, { ...options, accept: 'application/json' })
    const text = await response.text().catch((error) => { throw endedEarly(error) })
    return text === '' ? null : readJson(text)
  }

  async #send (path, { method = 'GET', query = {}, accept, body, headers = {}, signal }) {
    const url = urlOf(path, query)
    for (let refused = false, resent = false; ; refused = true) {
      const about = this.package === null ? {} : { 'X-Upload': await this.package.id() }
      const token = storedToken()
      const authentication = token === null ? {} : { Authorization: `Bearer ${token}` }
      let response
      try {
        response = await fetch(url, { method, body, signal, headers: { Accept: accept, ...headers, ...about, ...authentication } })
      } catch (error) {
        throw endedEarly(error)
      }
      this.state = response.headers.get('X-Catalog-State') ?? this.state
      if (response.ok) return response
      if (response.status === 409 && this.package !== null && !resent) { // others needed the room
        this.package.sendAgain()
        resent = true
        continue
      }
      if (response.status === 401 && await this.#newToken(token, refused || token !== null)) continue
      throw Object.assign(await failure(response.clone()), { response })
    }
  }

  // Several calls that are refused at once ask the user once.
  async #newToken (used, refused) {
    if (storedToken() !== used) return true
    this.asking ??= this.askToken(refused).finally(() => { this.asking = null })
    const token = await this.asking
    if (token === null) return false
    window.sessionStorage.setItem(TOKEN_KEY, token)
    return true
  }
}

/** Return the error of a call that was not answered. */
export function unanswered () {
  return new ApiError(NO_ANSWER, 'The service does not answer', 'It may have stopped, or may be unreachable. Nothing that you entered is lost.')
}

/** A package that the service keeps in its memory; it is sent with the first call about it. */
class SentPackage {
  #api
  #name
  #body
  #id = null

  constructor (api, name, body) {
    this.#api = api
    this.#name = name
    this.#body = body
  }

  id () {
    this.#id ??= this.#send()
    return this.#id
  }

  sendAgain () { this.#id = null }

  async #send () {
    try {
      const { id } = await this.#api.post('uploads', await this.#body, { type: 'application/zip', query: { name: this.#name } })
      return id
    } catch (error) {
      this.#id = null
      throw error
    }
  }
}

/** Return the error of a call that ended before its answer did, unless the page itself ended it. */
function endedEarly (error) {
  return error.name === 'AbortError' ? error : unanswered()
}

/** Return `path` with its parts escaped: `at("classes", name)`. */
export function at (...parts) {
  return parts.map(encodeURIComponent).join('/')
}

function urlOf (path, query) {
  const url = new URL(path, document.baseURI)
  url.hash = ''
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) if (one !== null && one !== undefined) url.searchParams.append(name, one)
  }
  return url
}

function storedToken () {
  return window.sessionStorage.getItem(TOKEN_KEY)
}

function encoded (body, type) {
  if (body instanceof FormData) return { body }
  if (typeof body === 'string' || body instanceof Blob) return { body, headers: { 'Content-Type': type ?? 'application/octet-stream' } }
  return { body: writeJson(body), headers: { 'Content-Type': type ?? 'application/json' } }
}

async function failure (response) {
  let body = null
  try {
    body = readJson(await response.text())
  } catch { /* something between us and the service may answer in words of its own */ }
  if (!body?.error && GATEWAY.has(response.status)) return unanswered()
  return errorOf(body, response.status, response.statusText, response.headers.get('Retry-After'))
}

function errorOf (body, status, title, retryAfter = null) {
  const error = body?.error ?? {}
  const message = error.message || `The service answered ${status} ${title}.`
  return new ApiError(status, error.title ?? title, message, error.diagnostics ?? [], retryAfter)
}
