// Classes found by what the user types: a full name, the last part of one, or parts. Pure functions.
import { shortName } from '../graph/class-graph.js'

/** Return the classes that have all words of a text in their name, title or package; `titleOf(class)` is what users call it besides. */
export function fitting (classes, text, titleOf = () => null) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return classes.filter((each) => {
    const texts = [each.name, each.title, each.package, titleOf(each)].filter(Boolean).join(' ').toLowerCase()
    return words.every((word) => texts.includes(word))
  })
}

/**
 * Return the name of the class that a text means, null where there is none or several: whole names come before the beginnings of last
 * parts, these before any parts; applications come before other classes, and those before base classes.
 */
export function meant (classes, text, isApplication = () => false, titleOf = () => null) {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return null
  const short = ({ name }) => shortName(name).toLowerCase()
  const usual = classes.filter(({ is_base: isBase }) => !isBase)
  const partly = (among) => [
    among.filter((each) => short(each).startsWith(wanted)),
    among.filter((each) => short(each).includes(wanted))
  ]
  const groups = [
    classes.filter(({ name }) => name.toLowerCase() === wanted),
    classes.filter((each) => short(each) === wanted),
    classes.filter((each) => [each.title, titleOf(each)].some((title) => title?.toLowerCase() === wanted)),
    ...partly(usual),
    ...partly(classes)
  ].map((group) => [group.filter(isApplication), group.filter((each) => usual.includes(each)), group])
  const found = [...groups.flat(), fitting(classes, wanted, titleOf)].find(({ length }) => length > 0) ?? []
  const names = new Set(found.map(({ name }) => name))
  return names.size === 1 ? [...names][0] : null
}
