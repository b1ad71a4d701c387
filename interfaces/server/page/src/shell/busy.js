// Buttons that start something that takes a while.

/**
 * Do what a button is for; until it is done the button does nothing more. It keeps the keyboard, which one that is disabled loses:
 * whoever works without a mouse would find themselves at the top of the page.
 */
export async function whileBusy (button, action) {
  if (button.getAttribute('aria-disabled') === 'true') return
  button.setAttribute('aria-disabled', 'true')
  try {
    await action()
  } finally {
    button.removeAttribute('aria-disabled')
  }
}
