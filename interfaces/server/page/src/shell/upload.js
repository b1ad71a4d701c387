// What is about a package that was dropped: views call the service about it, and their links stay with it.

const SCOPED = new Set(['form', 'classes', 'packages', 'compare'])

/** Return the package that an address is about, null for the catalog, and for one that is gone. */
export function uploadOf ({ handed }, { query }) {
  return query.of === 'upload' ? handed.get('upload') ?? null : null
}

/** Return services whose calls and links are about an upload, as `ofUpload` of the view "check" makes it. */
export function aboutUpload (services, upload) {
  const scoped = (view, query) => SCOPED.has(view) ? { ...query, of: 'upload' } : query
  return {
    ...services,
    api: services.api.about(upload.title, upload.body),
    href: (view, parts = [], query = {}) => services.href(view, parts, scoped(view, query)),
    navigate: (view, parts = [], query = {}, options = {}) => services.navigate(view, parts, scoped(view, query), options)
  }
}
