import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluate } from '#expressions/testing/evaluate.ts'
import { evaluateJavaScript } from '#expressions/testing/javascript.ts'
import { functions, methodsByKind, namespaces } from './table.ts'

const tables = [functions, ...namespaces.values(), ...methodsByKind.values()]
const entries = tables.flatMap((table) => [...table.values()])

/** Where a list stands in for an iterator of JavaScript. */
const listsForIterators = /\.(entries|keys|matchAll)\(/

describe('every function', () => {
  it('has an example that works', () => {
    for (const { example } of entries) assert.notEqual(evaluate(example), null, example)
  })

  it('gives what JavaScript gives, dates apart', () => {
    let compared = 0
    for (const { example } of entries) {
      if (/\bdate\(/.test(example)) continue
      const script =
        listsForIterators.test(example) && !example.startsWith('Object.') ? `Array.from(${example})` : example
      const expected: unknown = JSON.parse(JSON.stringify(evaluateJavaScript(script, {})))
      assert.deepEqual(evaluate(example), expected, example)
      compared += 1
    }
    assert.ok(compared > 90, String(compared))
  })

  it('is described by the name it is called by', () => {
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
