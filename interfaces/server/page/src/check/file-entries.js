// Names of files as the entries of a tree: folders before files, each in order, and folders that have only one folder joined with it.
import { SEVERITIES } from './findings.js'

const ORDER = new Intl.Collator('en', { numeric: true })

/**
 * Return the entries of a tree in the order in which it shows them: `{key, name, path, depth, folders, found}`. `files` are
 * `{name, path, found}` with names like `Classes/App.yaml`. A folder has no path, and all that was found in it; `folders` are the keys of those
 * around an entry.
 */
export function entriesOf (files) {
  const root = { folders: new Map(), files: [] }
  for (const { name, path, found } of files) {
    const parts = name.split('/')
    let folder = root
    for (const part of parts.slice(0, -1)) {
      if (!folder.folders.has(part)) folder.folders.set(part, { folders: new Map(), files: [] })
      folder = folder.folders.get(part)
    }
    folder.files.push({ name: parts.at(-1), path, found })
  }
  return entriesIn(root, '', [])
}

function entriesIn ({ folders, files }, around, above) {
  const inOrder = (members) => members.sort((one, other) => ORDER.compare(one.name, other.name))
  const within = { depth: above.length, folders: above }
  const joined = [...folders].map(([name, folder]) => joinedWith(name, folder))
  return [
    ...inOrder(joined).flatMap(({ name, folder }) => {
      const key = `${around}${name}/`
      const members = entriesIn(folder, key, [...above, key])
      const found = sum(members.filter(({ path }) => path !== null).map((each) => each.found))
      return [{ key, name: `${name}/`, path: null, found, ...within }, ...members]
    }),
    ...inOrder(files).map((file) => ({ key: around + file.name, ...file, ...within }))
  ]
}

function joinedWith (name, folder) {
  if (folder.files.length || folder.folders.size !== 1) return { name, folder }
  const [[inner, only]] = folder.folders
  return joinedWith(`${name}/${inner}`, only)
}

function sum (all) {
  return Object.fromEntries(SEVERITIES.map((severity) => [severity, all.reduce((total, found) => total + found[severity], 0)]))
}

/** Return the entries that are shown: those in no folder that is closed. */
export function shownEntries (entries, closed) {
  return entries.filter(({ folders }) => !folders.some((folder) => closed.has(folder)))
}
