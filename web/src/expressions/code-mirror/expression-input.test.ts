import { describe, expect, it } from 'vitest'
import { typeOverClosing } from './expression-input.ts'

/** The text after somebody types at `|`; undefined if the character is inserted as usual. */
function type(text: string, typed: string): string | undefined {
  const from = text.indexOf('|')
  const before = text.replace('|', '')
  const result = typeOverClosing(before, { from, to: from, text: typed }, 'template')
  if (result === undefined) return undefined
  const { changes, selection } = result
  const after =
    changes === undefined
      ? before
      : `${before.slice(0, changes.from)}${changes.insert}${before.slice(changes.to)}`
  return `${after.slice(0, selection.anchor)}|${after.slice(selection.anchor)}`
}

describe('typing an expression in full', () => {
  it('takes the space behind the opening braces as the one that is there', () => {
    expect(type('{{ | }}', ' ')).toBe('{{ | }}')
    expect(type('{{ name| }}', ' ')).toBeUndefined()
  })

  it('types over the closing braces instead of adding more', () => {
    expect(type('{{ name| }}', '}')).toBe('{{ name }|}')
    expect(type('{{ name }|}', '}')).toBe('{{ name }}|')
  })

  it('leaves one space before the closing braces', () => {
    expect(type('{{ name | }}', '}')).toBe('{{ name }|}')
    expect(type('Hello {{name|}}', '}')).toBe('Hello {{name }|}')
  })

  it('closes an object first', () => {
    expect(type('{{ {"a": 1| }}', '}')).toBeUndefined()
    expect(type('{{ {"a": 1}| }}', '}')).toBe('{{ {"a": 1} }|}')
  })

  it('inserts braces outside of expressions', () => {
    expect(type('a| }}', '}')).toBeUndefined()
    expect(type('{{ a }} |', '}')).toBeUndefined()
  })
})
