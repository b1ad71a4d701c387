// Where a report comes from: a zip, a package of the catalog, or all of it. Each origin has
//
//     key       what tells it from others; a zip that is dropped again is another one
//     edition   of a zip: what tells it from itself before an edit
//     title     what is checked
//     choice    the entry of the list of packages
//     isOnePackage   whether names of files are relative to a package
//     report(api, {signal, onProgress})    a promise of `{diagnostics, summary, sources, graph?}`
//     sarif(api)                           a promise of the report as SARIF, a text
//     service(api) what the service knows of the package while it is read or edited, see `languageService`; not of all packages
//     graph     the parameters of the view of classes
//     forms     the parameters of the view of forms
//     packages  those of the view of packages
//     package   of a zip: the DroppedPackage
//     place     of a zip that was opened before: the parameters of the address of the place in it
//     body      of a zip: a promise of it, as it is edited
import { languageService } from '../editor/language-service.js'
import { at } from '../shell/api.js'

const SARIF = 'application/sarif+json'
let uploads = 0

export function ofUpload (package_) {
  uploads += 1
  const { name } = package_
  const call = async () => ({ body: await package_.body, type: 'application/zip', method: 'POST' })
  const origin = {
    key: `upload ${uploads}`,
    title: name,
    place: null,
    package: package_,
    get body () { return package_.body },
    get edition () { return `${origin.key} ${package_.edits}` },
    service: (api) => languageService(api.about(name, package_.original), {}, () => Object.fromEntries(package_.texts)),
    choice: '',
    isOnePackage: true,
    graph: { parts: [], query: { of: 'upload' } },
    forms: { of: 'upload' },
    packages: { of: 'upload' },
    report: async (api, { signal, onProgress }) => {
      const query = { sources: 'all', name }
      origin.found = await lastOf(api.events('validate', { ...await call(), query, signal }), onProgress)
      return origin.found
    },
    sarif: async (api) => text(api.fetch('validate', { ...await call(), accept: SARIF }))
  }
  return origin
}

export function ofPackage (name, version) {
  const path = `packages/${at(name)}/report`
  return {
    key: `package ${name} ${version ?? ''}`,
    title: [name, version].filter(Boolean).join(' '),
    choice: JSON.stringify([name, version]),
    isOnePackage: true,
    graph: { parts: [name], query: { version } },
    forms: { find: name },
    packages: { find: name, package: version && `${name}/${version}` },
    service: (api) => languageService(api, { package: name, version }, () => ({})),
    report: (api, { signal }) => api.get(path, { version, sources: 'all' }, { signal }),
    sarif: (api) => text(api.fetch(path, { query: { version }, accept: SARIF }))
  }
}

export function ofCatalog () {
  return {
    key: 'catalog',
    title: 'all packages',
    choice: 'all',
    isOnePackage: false,
    graph: { parts: [], query: {} },
    forms: {},
    packages: {},
    report: (api, { signal, onProgress }) => lastOf(api.events('report', { query: { sources: 'reported' }, signal }), onProgress),
    sarif: (api) => text(api.fetch('report', { accept: SARIF }))
  }
}

async function lastOf (events, onProgress) {
  for await (const { event, data } of events) {
    if (event === 'progress') onProgress(data.done)
    if (event === 'report') return data
  }
  throw new Error('The service closed the connection before the report. Try again.')
}

async function text (answer) {
  return (await answer).text()
}
