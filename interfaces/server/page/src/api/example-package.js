// The package of the examples of the API, as texts by path.
export const PACKAGE = {
  'manifest.yaml': `\
Format: '1.4'
Type: Application
FullName: example.greeting
Version: 1.0.0
Name: Greeting
Description: A package to try the API with.
Author: Examples
Tags: [Example]
Classes:
  example.greeting.Greeting: Greeting.yaml
`,
  'Classes/Greeting.yaml': `\
Namespaces:
  =: example.greeting
  std: io.murano
Name: Greeting
Extends: std:Application

Properties:
  words:
    Contract: $.string().notNull()
    Default: Hello

Methods:
  greet:
    Usage: Static
    Scope: Public
    Arguments:
      - name:
          Contract: $.string().notNull()
    Body:
      - Return: concat('Hello, ', $name)
  deploy:
    Scope: Public
    Body:
      - $.setAttr(deployed, true)
`,
  'UI/ui.yaml': `\
Version: 2.2
Application:
  ?:
    type: 'example.greeting.Greeting/1'
  words: $.page.words
Forms:
  - page:
      fields:
        - name: words
          type: string
          label: Words
          initial: Hello
`
}
