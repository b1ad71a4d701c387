// Lists: items are added, removed and moved.
import { fill, h } from '../../shell/dom.js'
import { itemSchema } from '../schema.js'
import { emptyOf } from './empty.js'
import { GroupField } from './group.js'

export class ListField extends GroupField {
  constructor (...args) {
    super(...args)
    this.items = []
  }

  get isTuple () { return Array.isArray(this.schema.items) }
  children () { return this.items }

  draw () {
    super.draw()
    this.list = h('ol', { class: 'items' })
    this.content.append(this.list)
    this.addButton = h('button', { type: 'button', class: 'small', onclick: () => this.add() }, '+ Add', h('span', { class: 'for-screen-readers' }, ` to ${this.title}`))
    this.tools.append(this.addButton)
  }

  getValue () {
    if (!this.isGiven) return undefined
    return this.items.map((item) => item.getValue())
  }

  getModel () {
    if (!this.isGiven) return undefined
    return this.items.map((item) => item.getModel() ?? emptyOf(item))
  }

  setValue (value) {
    this.isGiven = value !== undefined
    const given = this.isGiven ? value : this.default
    // One value stands for a list of one, null for an empty one.
    const items = given === null || given === undefined ? [] : Array.isArray(given) ? given : [given]
    for (const item of this.items) item.destroy()
    this.items = []
    this.list.replaceChildren()
    items.forEach((item) => this.append(item))
    this.displayItems()
    this.form.touched()
  }

  display () { this.setValue(undefined) }

  append (value) {
    const at = this.items.length
    const item = this.makeChild(itemSchema(this.schema, at) ?? {}, String(at), String(at + 1), { within: this.title })
    this.items.push(item)
    const button = (text, name, action) => h('button', { type: 'button', class: 'small quiet icon', dataset: { name }, onclick: action }, text)
    item.row = h('li', { class: 'item' }, item.container, h('div', { class: 'item-tools' },
      !this.isTuple && button('↑', 'Move up', () => this.move(item, -1)),
      !this.isTuple && button('↓', 'Move down', () => this.move(item, 1)),
      button('✕', 'Remove', () => this.remove(item))))
    this.list.append(item.row)
    if (value !== undefined) item.setValue(value)
    return item
  }

  add () {
    this.takeOver()
    const item = this.append(undefined)
    this.displayItems()
    this.changed()
    item.focus()
    this.form.announce(`Item ${this.items.length} added to ${this.title}.`)
  }

  remove (item) {
    this.takeOver()
    const at = this.items.indexOf(item)
    if (this.isTuple) { // what is after gets other schemas
      const rest = this.getModel().filter((_, position) => position !== at)
      this.setValue(rest)
    } else {
      this.items.splice(at, 1)
      item.row.remove()
      item.destroy()
      this.number()
    }
    this.displayItems()
    this.changed()
    this.form.announce(`Item ${at + 1} removed from ${this.title}.`)
    const next = this.items[Math.min(at, this.items.length - 1)]
    if (next) next.row.querySelector('[data-name="Remove"]').focus()
    else this.addButton.focus()
  }

  move (item, by) {
    const from = this.items.indexOf(item)
    const to = from + by
    if (to < 0 || to >= this.items.length) return
    this.takeOver()
    this.items.splice(from, 1)
    this.items.splice(to, 0, item)
    fill(this.list, this.items.map(({ row }) => row))
    this.number()
    this.displayItems()
    this.changed()
    this.form.announce(`Moved to place ${to + 1} of ${this.items.length}.`)
    const name = by < 0 ? 'Move up' : 'Move down'
    const button = item.row.querySelector(`[data-name="${name}"]`)
    if (button.disabled) item.row.querySelector('[data-name="Remove"]').focus()
    else button.focus()
  }

  number () {
    this.items.forEach((item, at) => {
      item.key = String(at)
      item.titleText.textContent = String(at + 1)
    })
  }

  displayItems () {
    this.displayState()
    this.items.forEach((item, at) => {
      for (const button of item.row.querySelector(':scope > .item-tools').children) {
        button.setAttribute('aria-label', `${button.dataset.name} item ${at + 1} of ${this.title}`)
        button.title = button.dataset.name
        if (button.dataset.name === 'Move up') button.disabled = at === 0
        if (button.dataset.name === 'Move down') button.disabled = at === this.items.length - 1
      }
    })
    const full = itemSchema(this.schema, this.items.length) === null || this.items.length >= (this.schema.maxItems ?? Infinity)
    this.addButton.disabled = full
    this.container.classList.toggle('empty', !this.items.length)
  }

  // A model path counts items, a value alone is item 0.
  childAt (step) { return this.items[step] ?? null }
}
