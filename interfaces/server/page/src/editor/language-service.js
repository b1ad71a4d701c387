// What the service knows of a package while it is edited: all that was changed in it is sent with each call.

/** What is asked about a position in a file. */
const ABOUT_POSITIONS = ['hover', 'definition', 'references', 'completion', 'signatures', 'renamable']

/**
 * Return `{diagnostics(), hover(path, at), ..., rename(path, at, name), suppression(path, at, code)}`, all promises; `path` is that of a
 * file in the package, `at` is `{line, column}`. `query` names a package that is served; for one that was dropped, `api` is about it.
 * `texts()` returns the texts of the files that are not as they were, by path.
 */
export function languageService (api, query, texts) {
  const ask = (operation, body) => api.post(`editor/${operation}`, { ...body, texts: texts() }, { query })
  const about = (operation) => (path, { line, column }, more = {}) => ask(operation, { path, line, column, ...more })
  return {
    diagnostics: () => ask('diagnostics', {}),
    ...Object.fromEntries(ABOUT_POSITIONS.map((operation) => [operation, about(operation)])),
    rename: (path, at, name) => about('rename')(path, at, { name }),
    suppression: (path, at, code) => about('suppression')(path, at, { code })
  }
}
