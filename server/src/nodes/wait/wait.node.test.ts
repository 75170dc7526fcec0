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

describe('a `wait` node', () => {
  it('waits for an event by name, as long as it takes', () => {
    assert.deepEqual(run({ for: 'event', event: 'paid' }), {
      wait: { for: 'event', until: null, event: 'paid' },
    })
  })

  it('hands over what the data of the event must be; a condition it does not see', () => {
    assert.deepEqual(run({ for: 'event', event: 'paid', match: { id: 7 } }), {
      wait: { for: 'event', until: null, event: 'paid', match: { id: 7 } },
    })
    assert.deepEqual(waitNode.standing, ['match'])
  })

  it('waits for a call of its link, up to a time', () => {
    for (const timeout of [90, '90']) {
      assert.deepEqual(run({ for: 'callback', timeout_seconds: timeout }), {
        wait: { for: 'callback', until: NOW + 90_000 },
      })
    }
    assert.deepEqual(run({ for: 'callback', timeout_seconds: null }), {
      wait: { for: 'callback', until: null },
    })
  })

  it('asks a person, with a message and questions in the stored form of forms', () => {
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

  it('refuses values that only a run shows to be wrong', () => {
    assert.equal(messageFor({ for: 'event' }), 'The parameter `event` is missing.')
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

  it('has the outputs of what it waits for', () => {
    const { handles, handleWhenDisabled } = waitNode
    assert.ok(typeof handles === 'function' && typeof handleWhenDisabled === 'function')
    for (const kind of ['event', 'callback', 'nonsense']) {
      assert.deepEqual(handles({ for: kind }), ['main', 'timeout'])
      assert.equal(handleWhenDisabled({ for: kind }), 'main')
    }
    assert.deepEqual(handles({ for: 'approval' }), ['approved', 'rejected', 'timeout'])
    assert.equal(handleWhenDisabled({ for: 'approval' }), 'approved')
  })

  it('tells what is wrong with the drawing', () => {
    assert.deepEqual(problemsOf({ for: 'event', event: '{{ input.name }}', match: 'event.data.x == 1' }), [])
    assert.deepEqual(problemsOf({ for: 'callback', timeout_seconds: '{{ input.s }}' }), [])
    assert.deepEqual(problemsOf({ for: 'event', match: ['x'], timeout_seconds: 'soon' }), [
      'event: the parameter `event` is missing: the name of what is waited for.',
      'match: the parameter `match` must be an expression or an object.',
      'timeout_seconds: the parameter `timeout_seconds` must be a number from 0 to 31536000.',
    ])
  })

  it('checks the questions of an approval by the rules of forms, unless expressions are in them', () => {
    const problems = (fields: readonly JsonObject[]) => problemsOf({ for: 'approval', fields })
    assert.deepEqual(problems([{ name: 'a', type: 'text', pattern: '(' }]).length, 1)
    assert.match(problems([{ name: 'a', type: 'text', pattern: '(' }])[0] ?? '', /^fields\.0\.pattern: /)
    assert.deepEqual(problems([{ name: 'a', type: 'mystery' }]), [], 'the schema tells of this')
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
