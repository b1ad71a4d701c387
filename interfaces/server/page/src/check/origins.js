// Where a report comes from: a zip, a package of the catalog, or all of it. Each origin has
//
//     key       what tells it from others; a zip that is dropped again is another one
//     title     what is checked
//     choice    the entry of the list of packages
//     isOnePackage   whether names of files are relative to a package
//     report(api, {signal, onProgress})    a promise of `{diagnostics, summary, sources, graph?}`
//     sarif(api)                           a promise of the report as SARIF, a text
//     file      of a zip: it, as it was dropped
//     graph     the parameters of the view of classes
//     forms     the parameters of the view of forms
//     body      of a zip: a promise of it
import { at } from '../shell/api.js'

const SARIF = 'application/sarif+json'
let uploads = 0

export function ofUpload (file) {
  uploads += 1
  // Read at once: what was dropped may change on the disk, and the report is about what was dropped.
  const body = file.arrayBuffer().then((bytes) => new Blob([bytes], { type: 'application/zip' }))
  const call = async () => ({ body: await body, type: 'application/zip', method: 'POST' })
  const origin = {
    key: `upload ${uploads}`,
    title: file.name,
    file,
    body,
    choice: '',
    isOnePackage: true,
    graph: { parts: [], query: { of: 'upload' } },
    forms: { of: 'upload' },
    report: async (api, { signal, onProgress }) => {
      const query = { sources: 'all', graph: 'true', name: file.name }
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
    report: (api, { signal, onProgress }) => lastOf(api.events('report', { query: { sources: 'reported' }, signal }), onProgress),
    sarif: (api) => text(api.fetch('report', { accept: SARIF }))
  }
}

async function lastOf (events, onProgress) {
  for await (const { event, data } of events) {
    if (event === 'progress') onProgress(data.done)
    if (event === 'report') return data
  }
  throw new Error('The service ended its answer before the report. Try again.')
}

async function text (answer) {
  return (await answer).text()
}
