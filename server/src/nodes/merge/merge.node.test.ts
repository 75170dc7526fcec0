import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Compile } from 'typebox/compile'
import type { JsonObject, JsonValue } from '#domain/index.ts'
import { nodeCall } from '#nodes/testing/node-call.ts'
import { mergeNode } from './merge.node.ts'

const run = (parameters: JsonObject, inputs: readonly JsonValue[]) =>
  mergeNode.run(nodeCall({ parameters, inputs: () => inputs }))

describe('a `merge` node', () => {
  it('makes one object of all inputs; the later wins', () => {
    const inputs = [{ a: 1, b: { deep: 1 } }, { b: { other: 2 } }, {}]
    for (const parameters of [{}, { mode: 'combine' }]) {
      assert.deepEqual(run(parameters, inputs), { ok: true, output: { a: 1, b: { other: 2 } } })
    }
    assert.deepEqual(inputs[0], { a: 1, b: { deep: 1 } })
  })

  it('makes a list of the inputs, whatever they are', () => {
    const inputs = [{ a: 1 }, null, 'x', [2]]
    assert.deepEqual(run({ mode: 'list' }, inputs), { ok: true, output: inputs })
  })

  it('names the input that cannot be combined', () => {
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
        message: `Input 2 of 2 is ${name}: only objects can be combined. The mode \`list\` takes anything.`,
        permanent: true,
      })
    }
  })

  it('gives something empty when nothing came in', () => {
    assert.deepEqual(run({}, []), { ok: true, output: {} })
    assert.deepEqual(run({ mode: 'list' }, []), { ok: true, output: [] })
  })

  it('knows two modes', () => {
    const parameters = Compile(mergeNode.parameters)
    assert.ok(parameters.Check({}))
    assert.ok(!parameters.Check({ mode: 'zip' }))
  })
})
