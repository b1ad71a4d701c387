// Patterns of contracts are regular expressions of Python; a browser has others, in which the same text may mean something else.

const CLASSES = { d: '\\p{Nd}', w: '\\p{L}\\p{N}_', s: '\\s' }
const WORD = '[\\p{L}\\p{N}_]'
const EDGE = `(?:(?<=${WORD})(?!${WORD})|(?<!${WORD})(?=${WORD}))`
const END = '(?![\\s\\S])'
const PLACES = { A: '(?<![\\s\\S])', Z: END, b: EDGE, B: `(?!${EDGE})` }
const SAME_ESCAPES = /^\\(?:[fnrtv]|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4})/
const SYNTAX = '^$\\.*+?()[]{}|/'

/** Return the regular expression that finds what a pattern of Python finds; null where there is none, or it is not known. */
export function patternOf (pattern) {
  const { flags, rest } = leadingFlags(pattern)
  if (!/^[imsu]*$/.test(flags) || (flags.includes('m') && rest.includes('$'))) return null
  const source = translated(rest, flags.includes('s'))
  try {
    return source === null ? null : new RegExp(source, [...new Set(`${flags}u`)].join(''))
  } catch {
    return null
  }
}

function leadingFlags (pattern) {
  const match = /^\(\?([aiLmsux]+)\)/.exec(pattern)
  return match ? { flags: match[1], rest: pattern.slice(match[0].length) } : { flags: '', rest: pattern }
}

function translated (pattern, dotIsAll) {
  let made = ''
  let isInSet = false
  for (let at = 0; at < pattern.length;) {
    const rest = pattern.slice(at)
    const [text, length] = rest[0] === '\\' ? escape(rest, isInSet)
      : isInSet ? [rest[0] === '[' ? '\\[' : rest[0], 1] : plain(rest, dotIsAll)
    if (text === null) return null
    if (!isInSet && rest[0] === '[') isInSet = true
    else if (isInSet && rest[0] === ']') isInSet = false
    made += text
    at += length
  }
  return made
}

/** Return what stands for the first sign outside of a set, and how much of the pattern it takes the place of. */
function plain (rest, dotIsAll) {
  const set = /^\[\^?\]/.exec(rest) // a bracket that comes first in a set is one of its members
  if (set) return [set[0].replace(']', '\\]'), set[0].length]
  const group = /^\(\?(?:P<(\w+)>|P=(\w+)\)|#[^)]*\))/.exec(rest)
  if (group) return [group[1] ? `(?<${group[1]}>` : group[2] ? `\\k<${group[2]}>` : '', group[0].length]
  if (/^\(\?(?!:|=|!|<=|<!)/.test(rest)) return [null, 0]
  const bounds = /^\{(\d*),(\d*)\}/.exec(rest)
  if (bounds && (bounds[1] || bounds[2])) return [`{${bounds[1] || 0},${bounds[2]}}`, bounds[0].length]
  const count = /^\{\d+\}/.exec(rest)
  if (count) return [count[0], count[0].length]
  if ('{}]'.includes(rest[0])) return [`\\${rest[0]}`, 1]
  if (rest[0] === '.') return [dotIsAll ? '.' : '[^\\n]', 1]
  if (rest[0] === '$') return [`(?=\\n?${END})`, 1]
  return [rest[0], 1]
}

function escape (rest, isInSet) {
  const letter = rest[1] ?? ''
  const same = SAME_ESCAPES.exec(rest)
  if (same) return [same[0], same[0].length]
  if (Object.hasOwn(CLASSES, letter)) return [isInSet ? CLASSES[letter] : `[${CLASSES[letter]}]`, 2]
  if (Object.hasOwn(CLASSES, letter.toLowerCase())) return [isInSet ? null : `[^${CLASSES[letter.toLowerCase()]}]`, 2]
  if (!isInSet && Object.hasOwn(PLACES, letter)) return [PLACES[letter], 2]
  if (!isInSet && /[1-9]/.test(letter)) return [rest.slice(0, 2), 2]
  if (letter === '' || /[a-zA-Z0-9]/.test(letter)) return [null, 0]
  return [SYNTAX.includes(letter) || (isInSet && letter === '-') ? `\\${letter}` : letter, 2]
}
