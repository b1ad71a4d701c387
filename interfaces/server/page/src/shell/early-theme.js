// Runs before the page is drawn, so that a chosen theme does not flash in after the other one.
import { applyTheme, chosenTheme } from './theme.js'

applyTheme(chosenTheme())
