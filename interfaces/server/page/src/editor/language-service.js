// What the service knows of a package while it is edited: all that was changed in it is sent with each call.

/**
 * Return `{diagnostics(), hover(path, at), definition(path, at), completion(path, at)}`, all promises; `path` is that of a file in the
 * package, `at` is `{line, column}`. `query` names a package that is served; for one that was dropped, `api` is about it. `texts()`
 * returns the texts of the files that are not as they were, by path.
 */
export function languageService (api, query, texts) {
  const ask = (operation, body) => api.post(`editor/${operation}`, { ...body, texts: texts() }, { query })
  return {
    diagnostics: () => ask('diagnostics', {}),
    hover: (path, at) => ask('hover', { path, ...at }),
    definition: (path, at) => ask('definition', { path, ...at }),
    completion: (path, at) => ask('completion', { path, ...at })
  }
}
