import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Compile } from 'typebox/compile'
import type { JsonObject, JsonValue } from '#domain/index.ts'
import { nodeCall } from '#nodes/testing/node-call.ts'
import { mergeNode } from './merge.node.ts'

const run = (parameters: JsonObject, inputs: readonly JsonValue[]) =>
  mergeNode.run(nodeCall({ parameters, inputs: () => inputs }))

describe('`merge` node', () => {
  it('A `merge` node combines all inputs into one object, in which later inputs win', () => {
    const inputs = [{ a: 1, b: { deep: 1 } }, { b: { other: 2 } }, {}]
    for (const parameters of [{}, { mode: 'combine' }]) {
      assert.deepEqual(run(parameters, inputs), { ok: true, output: { a: 1, b: { other: 2 } } })
    }
    assert.deepEqual(inputs[0], { a: 1, b: { deep: 1 } })
  })

  it('A `merge` node returns a list of inputs of any type', () => {
    const inputs = [{ a: 1 }, null, 'x', [2]]
    assert.deepEqual(run({ mode: 'list' }, inputs), { ok: true, output: inputs })
  })

  it('A `merge` node names the input that it cannot combine', () => {
    for (const [value, name] of [
      [[1], 'a list'],
      ['x', 'a text'],
      [7, 'a number'],
      [null, 'null'],
      [false, 'false'],
    ] as const) {
      assert.deepEqual(run({}, [{ a: 1 }, value]), {
        ok: false,
        code: 'INVALID_INPUT',
        message: `Input 2 of 2 is ${name}, but the mode \`combine\` takes only objects. Use the mode \`list\` for other values.`,
        permanent: true,
      })
    }
  })

  it('A `merge` node returns an empty object or list without inputs', () => {
    assert.deepEqual(run({}, []), { ok: true, output: {} })
    assert.deepEqual(run({ mode: 'list' }, []), { ok: true, output: [] })
  })

  it('A `merge` node accepts only known modes', () => {
    const parameters = Compile(mergeNode.parameters)
    assert.ok(parameters.Check({}))
    assert.ok(!parameters.Check({ mode: 'zip' }))
  })
})
