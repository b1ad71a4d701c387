// Paths of values as diagnostics show them, `$.instance.networks[0]['a key']`.

/** Return the steps of a path: names and keys as texts, positions as numbers; as far as it can be read. */
export function stepsOf (path) {
  const steps = []
  const step = /\.([\p{L}_][\p{L}\p{N}_]*)|\[(\d+)\]|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\]|\[([^\]]*)\]/uy
  step.lastIndex = path.startsWith('$') ? 1 : 0
  for (let match; (match = step.exec(path));) {
    const [, name, position, single, double, other] = match
    if (position !== undefined) steps.push(Number(position))
    else steps.push(name ?? other ?? (single ?? double).replace(/\\(.)/g, '$1'))
  }
  return steps
}
