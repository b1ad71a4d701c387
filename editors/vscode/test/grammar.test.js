import assert from 'node:assert/strict'
import { test } from 'node:test'

import { tokensOf } from './grammar.js'

const CLASS = 'Namespaces: {=: example}\n'

/** Return the tokens of the last lines of a class file that have a scope of their own, as `text scope`. */
async function coloured(lines, before = CLASS) {
  const tokens = (await tokensOf(before + lines)).slice(before.split('\n').length - 1).flat()
  return tokens.filter(([, scope]) => scope !== null).map(([text, scope]) => `${text} ${scope}`)
}

for (const [title, lines, expected] of [
  [
    'a contract',
    '    Contract: $.class(std:Environment).notNull()',
    [
      '$ variable.language',
      '. punctuation.accessor',
      'class entity.name.function.member',
      'std entity.name.namespace',
      ': punctuation.separator.namespace',
      'Environment entity.name.type.class',
      '. punctuation.accessor',
      'notNull entity.name.function.member'
    ]
  ],
  [
    'an assignment',
    '      - $sum: $number + $.port * 2  # added',
    [
      '$sum variable.other',
      '$number variable.other',
      '+ keyword.operator',
      '$ variable.language',
      '. punctuation.accessor',
      'port variable.other.property',
      '* keyword.operator',
      '2 constant.numeric'
    ]
  ],
  [
    'a call with a text and a named argument',
    "      - Return: format('{0}\\n: {1}', name => $x)",
    [
      'Return keyword.control',
      'format entity.name.function',
      "'{0} string.quoted.single",
      '\\n constant.character.escape',
      ": {1}' string.quoted.single",
      ', punctuation.separator',
      'name variable.parameter',
      '=> keyword.operator',
      '$x variable.other'
    ]
  ],
  [
    'words',
    '      - If: not $x and $this.y = null',
    [
      'If keyword.control',
      'not keyword.operator.word',
      '$x variable.other',
      'and keyword.operator.word',
      '$this variable.language',
      '. punctuation.accessor',
      'y variable.other.property',
      '= keyword.operator',
      'null constant.language'
    ]
  ],
  [
    'in a list in brackets',
    '  Extends: [std:Object, :Own]',
    [
      'std entity.name.namespace',
      ': punctuation.separator.namespace',
      'Object entity.name.type.class',
      ': punctuation.separator.namespace',
      'Own entity.name.type.class'
    ]
  ],
  [
    'in braces',
    '  a: {x: $.y, z: plain}',
    ['$ variable.language', '. punctuation.accessor', 'y variable.other.property']
  ],
  [
    'a tag and double quotes',
    '  a: !yaql "$.x"',
    ['$ variable.language', '. punctuation.accessor', 'x variable.other.property']
  ],
  [
    'a tag and single quotes',
    "  a: !yaql '$x = ''text'''",
    [
      '$x variable.other',
      '= keyword.operator',
      "'' string.quoted.single",
      'text string.quoted.single',
      "'' string.quoted.single"
    ]
  ],
  [
    'over several lines',
    '  - $x: join($a,\n      $b)\n  - $y: 1',
    [
      '$x variable.other',
      'join entity.name.function',
      '$a variable.other',
      ', punctuation.separator',
      '$b variable.other',
      '$y variable.other'
    ]
  ],
  [
    'a bracket that is not closed',
    '  - $x: join($a\n  - $y: text',
    ['$x variable.other', 'join entity.name.function', '$a variable.other', '$y variable.other']
  ],
  [
    'plain texts',
    '  a: it costs 5 $ (or 6)\n  b: \'$.x\'\n  c: "$.x"\n  d: http://x.y\n  # $.x\n  e: |\n    $.x\n  f: 12:30',
    []
  ]
]) {
  test(title, async () => {
    assert.deepEqual(await coloured(lines), expected)
  })
}

test('a form', async () => {
  const form = 'Version: 2\nApplication:\n  ?:\n    type: a.B\n'
  assert.deepEqual(await coloured('  port: $.page.port', form), [
    '$ variable.language',
    '. punctuation.accessor',
    'page variable.other.property',
    '. punctuation.accessor',
    'port variable.other.property'
  ])
})

for (const [title, text] of [
  ['OpenAPI', "openapi: 3.0.0\npaths:\n  /a:\n    $ref: '#/x'\n"],
  ['a workflow', 'on: push\njobs:\n  a:\n    run: $HOME/x std:Object\n    If: $x\n'],
  ['a manifest', 'Format: 1.4\nFullName: example\nName: $.x\n']
]) {
  test(`other YAML files keep their colours: ${title}`, async () => {
    assert.deepEqual(await coloured(text, ''), [])
  })
}
