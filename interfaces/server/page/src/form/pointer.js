// A field that loses the keyboard to a click shows its messages after the click: they move what was aimed at.
let isDown = false
const waiting = []

const release = () => {
  isDown = false
  window.setTimeout(() => { for (const action of waiting.splice(0)) action() }, 0) // the click itself comes first
}
document.addEventListener('pointerdown', () => { isDown = true }, true)
for (const type of ['pointerup', 'pointercancel']) document.addEventListener(type, release, true)

/** Call `action` now, or when the mouse button that is down was let go. */
export function afterPointer (action) {
  if (isDown) waiting.push(action)
  else action()
}
