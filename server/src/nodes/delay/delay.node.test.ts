import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Compile } from 'typebox/compile'
import type { JsonObject } from '#domain/index.ts'
import { nodeCall, NOW } from '#nodes/testing/node-call.ts'
import { delayNode } from './delay.node.ts'

const run = (parameters: JsonObject) => {
  assert.ok(Compile(delayNode.parameters).Check(parameters))
  return delayNode.run(nodeCall({ parameters, previous: { kept: true } }))
}
const timer = (until: number) => ({ wait: { for: 'timer', until } })
const messageFor = (parameters: JsonObject) => {
  const result = run(parameters)
  assert.ok('ok' in result && !result.ok, JSON.stringify(result))
  assert.deepEqual([result.code, result.permanent], ['INVALID_PARAMETERS', true])
  return result.message
}

describe('`delay` node', () => {
  it('A `delay` node waits for the given seconds and never less', () => {
    assert.deepEqual(run({ seconds: 60 }), timer(NOW + 60_000))
    assert.deepEqual(run({ seconds: 0.0005 }), timer(NOW + 1))
    assert.deepEqual(run({ seconds: ' 1.5 ' }), timer(NOW + 1500))
    assert.deepEqual(run({ seconds: 31_536_000 }), timer(NOW + 31_536_000_000))
  })

  it('A `delay` node waits until a point in time in any supported format', () => {
    for (const [until, at] of [
      ['2026-02-01T08:30:00Z', Date.UTC(2026, 1, 1, 8, 30)],
      ['2026-02-01T08:30:00+02:00', Date.UTC(2026, 1, 1, 6, 30)],
      ['2026-02-01T08:30', Date.UTC(2026, 1, 1, 8, 30)],
      ['2026-02-01', Date.UTC(2026, 1, 1)],
      ['Sun, 01 Feb 2026 08:30:00 GMT', Date.UTC(2026, 1, 1, 8, 30)],
      [Date.UTC(2026, 1, 1), Date.UTC(2026, 1, 1)],
    ] as const) {
      assert.deepEqual(run({ until }), { wait: { for: 'timer', until: at, isFixed: true } }, String(until))
    }
  })

  it('A `delay` node continues immediately with its input when there is nothing to wait for', () => {
    const done = { ok: true, output: { kept: true } }
    assert.deepEqual(run({ seconds: 0 }), done)
    assert.deepEqual(run({ seconds: '0' }), done)
    assert.deepEqual(run({ until: '2020-01-01' }), done)
    assert.deepEqual(run({ until: NOW }), done)
  })

  it('A `delay` node refuses invalid durations', () => {
    for (const [seconds, shown] of [
      [-1, '-1'],
      [31_536_001, '31536001'],
      ['soon', '"soon"'],
      ['', '""'],
      [null, 'null'],
      [[5], 'a list'],
    ] as const) {
      assert.equal(
        messageFor({ seconds }),
        `The parameter \`seconds\` must be a number from 0 to 31536000, but it is ${shown}.`,
      )
    }
  })

  it('A `delay` node refuses invalid points in time', () => {
    for (const [until, shown] of [
      ['tomorrow', '"tomorrow"'],
      ['2026-02-30', '"2026-02-30"'],
      [null, 'null'],
      [1e300, '1e+300'],
      [{}, 'an object'],
    ] as const) {
      assert.equal(
        messageFor({ until }),
        `The parameter \`until\` must be a time such as 2026-01-31T08:30:00Z, but it is ${shown}.`,
      )
    }
    assert.equal(
      messageFor({ until: 1_769_934_600 }),
      'The parameter `until` must be in milliseconds since 1970, but 1769934600 looks like seconds. Multiply it by 1000.',
    )
  })

  it('A `delay` node requires exactly one of `seconds` and `until`, when it is checked and when it runs', () => {
    const [neither, both] = ['set `seconds` or `until`.', 'set either `seconds` or `until`, not both.']
    assert.equal(messageFor({}), `In a \`delay\` node, ${neither}`)
    assert.equal(messageFor({ seconds: 1, until: '2027-01-01' }), `In a \`delay\` node, ${both}`)
    assert.deepEqual(delayNode.check?.({}), [{ parameter: 'seconds', message: neither }])
    assert.deepEqual(delayNode.check?.({ seconds: 1, until: 'x' }), [{ parameter: 'until', message: both }])
    assert.deepEqual(delayNode.check?.({ seconds: '{{ input.n }}' }), [])
    assert.deepEqual(delayNode.check?.({ until: '{{ now }}' }), [])
  })
})
