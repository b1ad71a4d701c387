// What files are called: by their places in what was checked, rather than on the machine of the service.

/** Return a function that gives the name of a path. `paths` are those of the sources of a report, `diagnostics` its diagnostics. */
export function fileNames (paths, diagnostics) {
  const places = diagnostics.flatMap((each) => [each, ...each.related])
  const told = new Map(places.filter(({ source, file }) => source && file).map(({ source, file }) => [source, file]))
  const roots = new Set([...told].filter(([source, file]) => source.endsWith(`/${file}`)).map(([source, file]) => source.slice(0, -file.length)))
  const folders = [...roots].sort((one, other) => other.length - one.length)
  const common = commonFolder(paths)
  return (path) => {
    if (told.has(path)) return told.get(path)
    const folder = folders.find((each) => path.startsWith(each)) ?? (path.startsWith(common) ? common : '')
    return path.slice(folder.length)
  }
}

function commonFolder ([first = '', ...others]) {
  let folder = first.slice(0, first.lastIndexOf('/') + 1)
  while (!others.every((path) => path.startsWith(folder))) folder = folder.replace(/[^/]*\/$/, '')
  return folder
}
