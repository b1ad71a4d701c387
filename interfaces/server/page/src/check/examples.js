// Packages to try out, which are built into the page.

const EXAMPLES = {
  hello: () => import('examples:hello'),
  broken: () => import('examples:broken')
}

/** Resolve to the zip of an example, as a file. */
export async function exampleZip (name) {
  const [{ default: texts }, { packed }] = await Promise.all([EXAMPLES[name](), import('./packing.js')])
  return new File([packed(null, Object.entries(texts))], `${name}.zip`, { type: 'application/zip' })
}
