// Files that are dropped, on any view: a package is tried out.

/** Let files be dropped on the whole page, and mark `element` while one is above it; `take(file)` gets the first one. */
export function acceptDrops (element, take) {
  const hasFile = (event) => event.dataTransfer?.types.includes('Files')
  let depth = 0
  const over = (change) => {
    depth = Math.max(0, depth + change)
    element.classList.toggle('is-drop-target', depth > 0)
  }
  window.addEventListener('dragenter', (event) => hasFile(event) && over(1))
  window.addEventListener('dragleave', (event) => hasFile(event) && over(-1))
  // Without these two the browser would open the file in place of the page.
  window.addEventListener('dragover', (event) => hasFile(event) && event.preventDefault())
  window.addEventListener('drop', (event) => {
    if (!hasFile(event)) return
    event.preventDefault()
    over(-depth)
    if (event.dataTransfer.files.length) take(event.dataTransfer.files[0])
  })
}
