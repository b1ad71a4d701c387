// Light, dark, or what the system says. Styles look at `data-theme` of the root element.
const KEY = 'muranopl.theme'
const THEMES = ['system', 'light', 'dark']
const listeners = new Set()
const system = window.matchMedia('(prefers-color-scheme: dark)')

/** Return the theme that was chosen: "system", "light" or "dark". */
export function chosenTheme () {
  try {
    const theme = window.localStorage.getItem(KEY)
    return THEMES.includes(theme) ? theme : 'system'
  } catch {
    return 'system' // storage may be forbidden
  }
}

/** Return whether what is shown is dark. */
export function isDark () {
  const theme = document.documentElement.dataset.theme
  return theme ? theme === 'dark' : system.matches
}

export function applyTheme (theme) {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  for (const listener of listeners) listener(isDark())
}

/** Call `listener(dark)` whenever the theme changes; return a function that ends it. */
export function onTheme (listener) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Make `button` go through the themes. */
export function themeSwitch (button) {
  const show = () => {
    const theme = chosenTheme()
    button.textContent = `Theme: ${theme}`
  }
  button.addEventListener('click', () => {
    const next = THEMES[(THEMES.indexOf(chosenTheme()) + 1) % THEMES.length]
    try {
      window.localStorage.setItem(KEY, next)
    } catch { /* it holds until the page is closed */ }
    applyTheme(next)
    show()
  })
  system.addEventListener('change', () => applyTheme(chosenTheme()))
  show()
}
