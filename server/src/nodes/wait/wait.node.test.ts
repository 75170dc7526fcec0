import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Compile } from 'typebox/compile'
import type { JsonObject } from '#domain/index.ts'
import { nodeCall, NOW } from '#nodes/testing/node-call.ts'
import { waitNode } from './wait.node.ts'

function run(parameters: JsonObject) {
  assert.ok(Compile(waitNode.parameters).Check(parameters), JSON.stringify(parameters))
  return waitNode.run(nodeCall({ parameters }))
}

const messageFor = (parameters: JsonObject) => {
  const result = run(parameters)
  assert.ok('ok' in result && !result.ok, JSON.stringify(result))
  assert.deepEqual([result.code, result.permanent], ['INVALID_PARAMETERS', true])
  return result.message
}

const problemsOf = (data: JsonObject) =>
  (waitNode.check?.(data) ?? []).map(({ parameter, message }) => `${parameter}: ${message}`)

describe('`wait` node', () => {
  it('A `wait` node waits for a named event without a timeout by default', () => {
    assert.deepEqual(run({ for: 'event', event: 'paid' }), {
      wait: { for: 'event', until: null, event: 'paid' },
    })
  })

  it('A `wait` node passes an object as `match` to the engine, which evaluates conditions itself', () => {
    assert.deepEqual(run({ for: 'event', event: 'paid', match: { id: 7 } }), {
      wait: { for: 'event', until: null, event: 'paid', match: { id: 7 } },
    })
    assert.deepEqual(waitNode.liveConditions, ['match'])
  })

  it('A `wait` node waits for a request to its link until the timeout', () => {
    for (const timeout of [90, '90']) {
      assert.deepEqual(run({ for: 'callback', timeout_seconds: timeout }), {
        wait: { for: 'callback', until: NOW + 90_000 },
      })
    }
    assert.deepEqual(run({ for: 'callback', timeout_seconds: null }), {
      wait: { for: 'callback', until: null },
    })
  })

  it('A `wait` node requests an approval with a message and with fields in their stored format', () => {
    const fields = [
      { name: ' reason ', type: 'dropdown', options: ['a', 'b'] },
      { name: 'amount', type: 'number', required: true, max: 5 },
    ]
    assert.deepEqual(run({ for: 'approval', message: 'Pay 5?', fields }), {
      wait: {
        for: 'approval',
        until: null,
        request: {
          message: 'Pay 5?',
          fields: [
            { name: 'reason', type: 'select', required: false, options: ['a', 'b'] },
            { name: 'amount', type: 'number', required: true, max: 5 },
          ],
        },
      },
    })
    assert.deepEqual(run({ for: 'approval' }), {
      wait: {
        for: 'approval',
        until: null,
        request: { message: 'A workflow asks for your approval.', fields: [] },
      },
    })
  })

  it('A `wait` node refuses invalid values when it runs', () => {
    assert.equal(
      messageFor({ for: 'event' }),
      'The parameter `event` is missing. Set it to the name of the event to wait for.',
    )
    for (const timeout of [-1, 31_536_001, 'soon', []]) {
      assert.equal(
        messageFor({ for: 'callback', timeout_seconds: timeout }),
        'The parameter `timeout_seconds` must be a number from 0 to 31536000.',
      )
    }
    const twice = [
      { name: 'a', type: 'text' },
      { name: 'a', type: 'text' },
    ]
    assert.equal(
      messageFor({ for: 'approval', fields: twice }),
      'The parameter `fields[1].name` must be unique: another field is already named "a".',
    )
  })

  it('A `wait` node has the outputs of the kind of wait', () => {
    const { handles, handleWhenDisabled } = waitNode
    assert.ok(typeof handles === 'function' && typeof handleWhenDisabled === 'function')
    for (const kind of ['event', 'callback', 'nonsense']) {
      assert.deepEqual(handles({ for: kind }), ['main', 'timeout'])
      assert.equal(handleWhenDisabled({ for: kind }), 'main')
    }
    assert.deepEqual(handles({ for: 'approval' }), ['approved', 'rejected', 'timeout'])
    assert.equal(handleWhenDisabled({ for: 'approval' }), 'approved')
  })

  it('A `wait` node reports invalid parameters when it is checked', () => {
    assert.deepEqual(problemsOf({ for: 'event', event: '{{ input.name }}', match: 'event.data.x == 1' }), [])
    assert.deepEqual(problemsOf({ for: 'callback', timeout_seconds: '{{ input.s }}' }), [])
    assert.deepEqual(problemsOf({ for: 'event', match: ['x'], timeout_seconds: 'soon' }), [
      'event: the parameter `event` is missing. Set it to the name of the event to wait for.',
      'match: the parameter `match` must be an expression or an object.',
      'timeout_seconds: the parameter `timeout_seconds` must be a number from 0 to 31536000.',
    ])
  })

  it('A `wait` node checks the fields of an approval by the rules of forms, unless they contain expressions', () => {
    const problems = (fields: readonly JsonObject[]) => problemsOf({ for: 'approval', fields })
    assert.deepEqual(problems([{ name: 'a', type: 'text', pattern: '(' }]).length, 1)
    assert.match(problems([{ name: 'a', type: 'text', pattern: '(' }])[0] ?? '', /^fields\.0\.pattern: /)
    assert.deepEqual(problems([{ name: 'a', type: 'mystery' }]), [], 'the schema reports this')
    assert.deepEqual(
      problems([
        { name: 'a', type: 'number', min: 5, max: 1 },
        { name: 'a', type: 'text' },
      ]),
      [
        'fields.1.name: the parameter `fields.1.name` must be unique: another field is already named "a".',
        'fields.0.min: the parameter `fields.0.min` must not be greater than `max`.',
      ],
    )
    assert.deepEqual(problems([{ name: 'a', type: 'select', options: '{{ input.options }}' }]), [])
  })
})
