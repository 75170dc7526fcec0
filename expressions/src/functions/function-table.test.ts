import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluate } from '#expressions/testing/evaluate.ts'
import { evaluateJavaScript } from '#expressions/testing/javascript.ts'
import { formatFunctions } from './formats/format-functions.ts'
import { hashFunctions } from './formats/hash-functions.ts'
import { functions, methodsByKind, namespaces } from './table.ts'
import { textFormatMethods } from './text/text-format-methods.ts'

const tables = [functions, ...namespaces.values(), ...methodsByKind.values()]
const entries = tables.flatMap((table) => [...table.values()])

/** Functions that JavaScript does not have. */
const ownFunctions = new Set<unknown>(
  [formatFunctions, hashFunctions, textFormatMethods].flatMap((table) => [...table.values()]),
)

/** Functions that return a list where JavaScript returns an iterator. */
const listsForIterators = /\.(entries|keys|matchAll)\(/

describe('function table', () => {
  it('Every function has an example that works', () => {
    for (const { example } of entries) assert.notEqual(evaluate(example), null, example)
  })

  it('Every function except those of dates and formats returns the same result as in JavaScript', () => {
    let compared = 0
    for (const entry of entries) {
      const { example } = entry
      if (/\bdate\(/.test(example) || ownFunctions.has(entry)) continue
      const script =
        listsForIterators.test(example) && !example.startsWith('Object.') ? `Array.from(${example})` : example
      const expected: unknown = JSON.parse(JSON.stringify(evaluateJavaScript(script, {})))
      assert.deepEqual(evaluate(example), expected, example)
      compared += 1
    }
    assert.ok(compared > 90, String(compared))
  })

  it('Every function is described under the name by which it is called', () => {
    for (const table of [functions, ...methodsByKind.values()]) {
      for (const [name, { use, example, help }] of table) {
        assert.match(use, new RegExp(`(^|\\.)${name}(\\(|$)`))
        assert.ok(example.includes(name), use)
        assert.ok(help.length > 3, use)
      }
    }
    for (const [space, table] of namespaces) {
      for (const [name, { use }] of table) assert.ok(use.startsWith(`${space}.${name}`), use)
    }
  })
})
