// What files are called: those of the one package that was checked by their places in it, others by those in what was checked;
// those of several packages that would be called the same, by the folders they are in as well.

const MANIFEST = 'manifest.yaml'

/** Return the folder of the package that most files are of, with a slash at its end; a report on one package has its manifest. */
export function packageFolder (paths) {
  const folders = paths.filter((path) => path === MANIFEST || path.endsWith(`/${MANIFEST}`)).map((path) => path.slice(0, -MANIFEST.length))
  const filesIn = (folder) => paths.filter((path) => path.startsWith(folder)).length
  return folders.sort((one, other) => filesIn(other) - filesIn(one))[0] ?? ''
}

/**
 * Return a function that gives the name of a path. `paths` are those of the sources of a report, `diagnostics` its diagnostics;
 * `folder` is that of the one package that was checked.
 */
export function fileNames (paths, diagnostics, folder = '') {
  const places = diagnostics.flatMap((each) => [each, ...each.related])
  const told = new Map(places.filter(({ source, file }) => source && file).map(({ source, file }) => [source, file]))
  const roots = new Set([...told].filter(([source, file]) => source.endsWith(`/${file}`)).map(([source, file]) => source.slice(0, -file.length)))
  const folders = [...roots].sort((one, other) => other.length - one.length)
  const common = commonFolder(paths)
  const nameOf = (path) => {
    if (folder && path.startsWith(folder)) return path.slice(folder.length)
    if (told.has(path)) return told.get(path)
    const around = folders.find((each) => path.startsWith(each)) ?? (path.startsWith(common) ? common : '')
    return path.slice(around.length)
  }
  const called = new Map() // by name, all that would be called so
  for (const path of new Set([...paths, ...told.keys()])) called.set(nameOf(path), [...called.get(nameOf(path)) ?? [], path])
  return (path) => toldApart(path, nameOf(path), called.get(nameOf(path)) ?? [])
}

/** Return a name with as many folders in front as tell a path from all others of that name. */
function toldApart (path, name, others) {
  const same = others.filter((each) => each !== path)
  let longer = name
  while (longer.length < path.length && same.some((each) => each === longer || each.endsWith(`/${longer}`))) {
    longer = path.slice(path.lastIndexOf('/', path.length - longer.length - 2) + 1)
  }
  return longer
}

function commonFolder ([first = '', ...others]) {
  let folder = first.slice(0, first.lastIndexOf('/') + 1)
  while (!others.every((path) => path.startsWith(folder))) folder = folder.replace(/[^/]*\/$/, '')
  return folder
}
