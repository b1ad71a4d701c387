// The graph of packages (`GET /graph/packages`) as nodes and edges to be drawn, and what is said of one package.

const ORDER = new Intl.Collator('en', { numeric: true })

/**
 * Return what is to be drawn, as of classes, `{nodes, edges}`, where the packages that one requires are its parents; and `packages` by
 * the ids of nodes: `{id, name, version, isChecked, isMissing, requires, requiredBy}`, of which the last two are `[{id, name, spec}]`. A
 * package that is missing has no version.
 */
export function readPackageGraph ({ packages, requirements, missing }) {
  const read = new Map()
  const add = (id, name, version, isChecked) => read.set(id, { id, name, version, isChecked, isMissing: version === null, requires: [], requiredBy: [] })
  for (const { name, version, checked } of packages) add(`${name}/${version}`, name, version, checked)
  for (const name of missing) add(name, name, null, false)
  const edges = new Map()
  for (const { source, name, spec, target } of requirements) {
    const to = target ?? name
    read.get(source).requires.push({ id: to, name: read.get(to).name, spec })
    read.get(to).requiredBy.push({ id: source, name: read.get(source).name, spec })
    if (source !== to) edges.set(JSON.stringify([source, to]), { child: source, parent: to })
  }
  const nodes = [...read.values()].map(({ id, name, version, isChecked, isMissing }) =>
    ({ id, label: name, detail: version ?? 'missing', library: !isChecked, missing: isMissing, found: true, usage: 'Class' }))
  return { nodes: nodes.sort((one, other) => ORDER.compare(one.id, other.id)), edges: [...edges.values()], packages: read }
}

/** Return a list of packages (`GET /packages`) as a graph in which no requirement is known yet; the core library is in no graph. */
export function graphOf ({ packages }) {
  return {
    packages: packages.filter(({ name }) => name !== 'io.murano').map(({ name, version, served }) => ({ name, version, checked: served })),
    requirements: [],
    missing: []
  }
}

/** Return the part of a graph whose packages have all words of a text in their names, with what they require and what requires them. */
export function found (graph, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (!words.length) return graph
  const named = [...graph.packages.values()].filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
  const ids = new Set(named.flatMap(({ id, requires, requiredBy }) => [id, ...[...requires, ...requiredBy].map((each) => each.id)]))
  return {
    ...graph,
    nodes: graph.nodes.filter(({ id }) => ids.has(id)).map((node) => ({ ...node, found: named.some(({ id }) => id === node.id) })),
    edges: graph.edges.filter(({ child, parent }) => ids.has(child) && ids.has(parent))
  }
}
