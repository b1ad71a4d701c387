// The hits of a search as links, by kind. Pure functions.

const MOST_VIEWS = 8

/**
 * Return the groups of hits, `[{title, hits: [{href, name, detail, severity}], more}]`, those that are not empty. `found` is what the
 * service found (`GET /search`), by kind `{hits, all}`, all being their number; hits in a dropped package have `isUpload`; `views` are `{name: {title}}`.
 */
export function hitsOf (found, text, views, href) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const group = (title, kind, link) => {
    const { hits, all } = found[kind] ?? { hits: [], all: 0 }
    return { title, hits: hits.map(link), more: all - hits.length }
  }
  const place = ({ isUpload, package: name, version, file, line, column, code }) => isUpload
    ? href('check', [], { file, line, column, code })
    : href('check', [name], { version, file, line, column, code })
  return [
    {
      title: 'Views',
      hits: Object.entries(views).filter(([, { title }]) => words.every((word) => title.toLowerCase().includes(word)))
        .slice(0, MOST_VIEWS).map(([view, { title }]) => ({ href: href(view), name: title, detail: '' })),
      more: 0
    },
    group('Packages', 'packages', ({ name, version, title }) => ({ href: href('check', [name], { version }), name: title ?? name, detail: `${title ? `${name} ` : ''}${version}` })),
    group('Classes', 'classes', ({ name, version, package: pkg, isUpload }) => ({ href: href('classes', [pkg], { version, class: `${name}/${version}`, of: isUpload ? 'upload' : undefined }), name: name.slice(name.lastIndexOf('.') + 1), detail: name })),
    group('Files', 'files', (hit) => ({ href: place(hit), name: hit.file, detail: hit.isUpload ? 'dropped' : hit.package })),
    group('Diagnostics', 'diagnostics', (hit) => ({ href: place(hit), name: `${hit.code} ${hit.message}`, detail: `${hit.file}:${hit.line}`, severity: hit.severity }))
  ].filter(({ hits }) => hits.length > 0)
}
