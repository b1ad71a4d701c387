// A call that is tried: fields for what it takes, the command of curl that does the same, and the answer.
import { download, fill, freshId, h } from '../shell/dom.js'
import { readJson, writeJson } from '../shell/json.js'
import { prose } from '../check/prose.js'
import { whileBusy } from '../shell/busy.js'
import { curl, formParts, requestOf, resolved, sample, typeOf } from './operations.js'

/** Of longer answers the beginning is shown; all of it can be saved. */
const MOST_SHOWN = 100_000
const ANYTHING = '*/*'
const FORM = 'multipart/form-data'
const STRUCTURED = /[/+-]json(-patch)?$|\/yaml$/

/** Return `{element, show(values), stop()}` of an operation; `changed(values)` is called when values of parameters are entered. */
export function trial (operation, document, services, changed) {
  let calls = new AbortController()
  const fields = operation.parameters.map((parameter) => fieldOf(parameter, () => refresh(true)))
  const accepted = [...new Set(operation.answers.filter(({ status }) => status < '400').flatMap(({ content }) => content.map(({ media }) => media)))]
  const accept = selectOf('Response as', accepted.length ? accepted : [ANYTHING], () => refresh(false))
  const body = operation.bodies.length ? bodyOf(operation.bodies, document, () => refresh(false)) : null
  const command = h('pre', { class: 'curl', tabindex: '0', role: 'region', 'aria-label': 'Command of curl' })
  const answer = h('div', { role: 'status' })
  const send = h('button', { type: 'submit', class: 'primary' }, `Send ${operation.method}`)
  const fillIn = h('button', { type: 'button', onclick: () => whileBusy(fillIn, fillExample) }, 'Fill in an example')
  const element = h('form', { class: 'api-trial', novalidate: true, onsubmit: submit },
    h('section', {}, h('h3', {}, 'Try it'),
      (fields.length > 0 || accepted.length > 1) && h('div', { class: 'api-fields' }, fields.map((each) => each.element), accepted.length > 1 && accept.element),
      body?.element,
      h('p', { class: 'actions' }, send, fillIn),
      command, answer))

  const values = () => Object.fromEntries(fields.map(({ name, value }) => [name, value()]).filter(([, text]) => text !== ''))

  function refresh (isEntered) {
    if (isEntered) changed(values())
    const { path, query, headers } = requestOf(operation, values())
    const url = new URL(path.slice(1), window.document.baseURI)
    url.hash = ''
    for (const [name, value] of Object.entries(query)) for (const one of [value].flat()) url.searchParams.append(name, one)
    command.textContent = curl(operation, url.href, { Accept: accept.value(), ...headers }, body?.described())
  }

  function show (given) {
    for (const field of fields) field.show(given[field.name] ?? '')
    refresh(false)
  }

  async function fillExample () {
    const { exampleOf } = await import('./examples.js')
    const example = await exampleOf(services.api, operation)
    for (const field of fields) field.show(example.values[field.name] ?? '')
    body?.fill(example)
    refresh(true)
  }

  async function submit (event) {
    event.preventDefault()
    const request = requestOf(operation, values())
    const lacking = fields.filter(({ name }) => request.missing.includes(name))
    for (const field of fields) field.complain(lacking.includes(field))
    if (lacking.length) return lacking[0].focus()
    await whileBusy(send, () => ask(request))
  }

  async function ask ({ path, query, headers }) {
    calls.abort()
    calls = new AbortController()
    fill(answer, h('p', { class: 'muted' }, 'Waiting …'))
    const began = performance.now()
    try {
      const options = { method: operation.method, query, headers, accept: accept.value(), signal: calls.signal, ...body?.sent() }
      const response = await services.api.fetch(path.slice(1), options).catch((error) => {
        if (!error.response) throw error
        return error.response // an answer as any other here
      })
      const bytes = await response.blob()
      fill(answer, await answerElement(response, bytes, performance.now() - began))
    } catch (error) {
      fill(answer)
      services.showError(error)
    }
  }

  return { element, show, stop: () => calls.abort() }
}

/** Return `{name, element, value(), show(text), complain(isMissing), focus()}` of a parameter. */
function fieldOf ({ name, required, description, schema }, entered) {
  const ids = [freshId('parameter'), freshId('about')]
  const choices = schema.enum ?? (schema.type === 'boolean' ? ['false', 'true'] : null)
  const attributes = { id: ids[0], 'aria-describedby': ids[1], 'aria-required': required && 'true', oninput: entered }
  const isDefault = (choice) => String(schema.default) === choice
  const input = choices
    ? h('select', attributes, h('option', { value: '' }, required ? 'Choose …' : `Default${choices.some(isDefault) ? `: ${schema.default}` : ''}`), choices.map((each) => h('option', { value: each }, each)))
    : schema.type === 'array'
      ? h('textarea', { ...attributes, rows: 2, spellcheck: 'false', placeholder: 'One per line' })
      : h('input', { ...attributes, autocomplete: 'off', spellcheck: 'false', inputmode: schema.type === 'integer' && 'numeric', placeholder: schema.default && `${schema.default}` })
  const complaint = h('p', { class: 'severity error', hidden: true }, 'Required.')
  const element = h('div', {},
    h('label', { htmlFor: ids[0] }, name, ' ', h('small', { class: 'muted' }, `${choices ? 'choice' : typeOf(schema)}${required ? ', required' : ''}`)),
    input,
    h('div', { id: ids[1] }, complaint, description && h('p', { class: 'muted' }, prose(description))))
  return {
    name,
    element,
    value: () => input.value,
    show: (text) => { if (input.value !== text) input.value = text },
    complain: (isMissing) => {
      complaint.hidden = !isMissing
      if (isMissing) input.setAttribute('aria-invalid', 'true')
      else input.removeAttribute('aria-invalid')
    },
    focus: () => input.focus()
  }
}

function selectOf (title, choices, chosen) {
  const id = freshId('select')
  const select = h('select', { id, onchange: chosen }, choices.map((each) => h('option', { value: each }, each)))
  return { element: h('div', {}, h('label', { htmlFor: id }, title), select), value: () => select.value, show: (choice) => { select.value = choice } }
}

/** Return `{element, fill(example), sent(), described()}`: what is sent in the body, as options of a call and as curl writes it. */
function bodyOf (bodies, document, changed) {
  const media = selectOf('Body as', bodies.map((each) => each.media), () => draw())
  const fields = h('div', { class: 'api-fields' })
  const schema = () => bodies.find((each) => each.media === media.value()).schema
  let [file, text, names] = [null, null, null]

  function draw () {
    const type = media.value()
    names = type === FORM ? formParts(document, schema()) : { file: 'File', text: 'Content' }
    file = type === FORM || !STRUCTURED.test(type) ? labelled(names.file, h('input', { type: 'file', onchange: changed })) : null
    text = (type === FORM && names.text !== null) || file === null
      ? labelled(names.text, h('textarea', { rows: type === FORM ? 3 : 8, spellcheck: 'false', oninput: changed }))
      : null
    if (file === null) text.input.value = writeJson(sample(document, schema()), 2)
    fill(fields, file?.element, text?.element)
    changed()
  }

  function fillBody ({ json, file: content }) {
    const first = bodies[0].media
    if (media.value() !== first) media.show(first)
    draw()
    if (content && file) {
      const transfer = new DataTransfer()
      transfer.items.add(content)
      file.input.files = transfer.files
    } else if (json !== undefined && text) text.input.value = writeJson(json, 2)
    changed()
  }

  const formEntries = () => [
    ...(file.input.files[0] ? [[names.file, file.input.files[0], true]] : []),
    ...(text?.input.value ? [[names.text, text.input.value, false]] : [])]

  function sent () {
    const type = media.value()
    if (type !== FORM) return { body: file ? file.input.files[0] ?? new Blob([]) : text.input.value, type }
    const form = new FormData()
    for (const [name, value] of formEntries()) form.append(name, value)
    return { body: form }
  }

  function described () {
    if (fields.childElementCount === 0) draw()
    const type = media.value()
    if (type === FORM) return { parts: formEntries().map(([name, value, isFile]) => [name, isFile ? value.name : value, isFile]) }
    return file ? { type, file: file.input.files[0]?.name ?? 'FILE' } : { type, text: text.input.value }
  }

  const about = resolved(document, bodies[0].schema).description
  const element = h('div', { class: 'api-body' }, h('div', { class: 'api-fields' }, bodies.length > 1 && media.element), fields, about && h('p', { class: 'muted' }, prose(about)))
  return { element, fill: fillBody, sent, described }
}

function labelled (name, input) {
  const id = freshId('body')
  input.id = id
  return { input, element: h('div', {}, h('label', { htmlFor: id }, name), input) }
}

async function answerElement (response, bytes, milliseconds) {
  const type = response.headers.get('Content-Type') ?? ''
  const isText = /^text\/|[/+]json|[/+]yaml|[/+]xml/.test(type)
  const all = isText ? await bytes.text() : ''
  const text = isText ? laidOut(all, type) : ''
  const tooMuch = text.length > MOST_SHOWN
  const name = /filename="?([^";]+)/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? 'answer'
  return [
    h('p', { class: `message ${response.status < 400 ? 'good' : 'error'}` }, `${response.status} ${response.statusText}, ${bytes.size.toLocaleString('en')} bytes, ${Math.round(milliseconds)} ms`),
    h('details', {}, h('summary', {}, 'Headers'),
      h('dl', { class: 'headers' }, [...response.headers].map(([header, value]) => [h('dt', {}, header), h('dd', {}, h('code', {}, value))]))),
    text !== '' && h('pre', { class: 'content', tabindex: '0', role: 'region', 'aria-label': 'Response' }, tooMuch ? text.slice(0, MOST_SHOWN) : text),
    tooMuch && h('p', { class: 'muted' }, 'Only the beginning is shown.'),
    bytes.size > 0 && h('p', { class: 'actions' }, h('button', { type: 'button', class: 'small', onclick: () => download(name, bytes, type) }, 'Save the response'))
  ]
}

function laidOut (text, type) {
  if (!/[/+]json/.test(type)) return text
  try {
    return writeJson(readJson(text), 2)
  } catch {
    return text
  }
}
