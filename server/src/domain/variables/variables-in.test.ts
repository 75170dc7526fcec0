import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { variablesIn } from './variables-in.ts'

const namesIn = (text: string) => {
  const found = variablesIn({ data: [text] })
  return found === 'all' ? found : [...found]
}

describe('variablesIn', () => {
  const cases: readonly (readonly [string, readonly string[] | 'all'])[] = [
    ['{{ vars.BASE_URL }}/orders', ['BASE_URL']],
    ['{{ vars?.A ?? vars["B"] }} {{ vars?.[\'C\'] }}', ['A', 'B', 'C']],
    ['vars . A && vars.A.b', ['A']],
    ['const { A } = vars', 'all'],
    ['return { ...vars }', 'all'],
    ['vars[input.name]', 'all'],
    ['vars.hasOwnProperty("A")', 'all'],
    ['input.vars.A + myvars.B + vars2.C', []],
    ['nothing', []],
  ]
  for (const [text, expected] of cases) {
    it(`finds ${JSON.stringify(expected)} in ${text}`, () => assert.deepEqual(namesIn(text), expected))
  }
})
