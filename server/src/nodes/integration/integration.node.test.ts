import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ProcessSandbox } from '#adapters/index.ts'
import type { JsonObject } from '#domain/index.ts'
import { EngineFixture } from '#engine/testing/engine-fixture.ts'
import { answerJson, failureOf, outputOf, runAction } from '#integrations/testing/run-action.ts'
import { nodeCatalogue } from '#nodes/catalogue.ts'
import { knownCredentials } from '#nodes/testing/known-credentials.ts'
import { loopbackNodeKinds } from '#nodes/testing/loopback-node-kinds.ts'
import { nodeCall } from '#nodes/testing/node-call.ts'
import { createTestDatabase } from '#test/support/embedded-postgres.ts'

const kind = loopbackNodeKinds(new ProcessSandbox()).find(({ type }) => type === 'integration')
assert.ok(kind !== undefined)
const credential = { token: 'xoxb-CANARY' }

describe('`integration` node', () => {
  it('An `integration` node respects Retry-After and can be retried after a temporary failure', async (t) => {
    const failure = await failureOf(
      runAction(t, 'slack', 'post_message', {
        credential,
        answer: (response) => response.writeHead(429, { 'retry-after': '7' }).end('slow down'),
      }),
    )
    assert.equal(failure.code, 'HTTP_429')
    assert.equal(failure.retryAfterMs, 7000)
    assert.equal(failure.permanent, undefined)
  })

  it('An `integration` node redacts the secret from its output', async (t) => {
    const answer = answerJson({ ok: true, 'xoxb-CANARY': [Buffer.from('xoxb-CANARY').toString('base64')] })
    const output = await outputOf(runAction(t, 'slack', 'post_message', { credential, answer }))
    assert.deepEqual(output, { ok: true, '***': ['***'] })
  })

  it('An `integration` node sends the secret to its allowed hosts only', async (t) => {
    const refused = await runAction(t, 'slack', 'post_message', {
      credential,
      allowedHosts: ['slack.com'],
    })
    assert.deepEqual(refused.seen, [])
    assert.equal('code' in refused.result && refused.result.code, 'CREDENTIAL_NOT_USABLE')
  })

  it('An `integration` node refuses an invalid action, parameter or credential before it sends anything', async (t) => {
    const messageOf = async (action: string, parameters: JsonObject) => {
      const { result, seen } = await runAction(t, 'slack', action, { credential, parameters })
      assert.deepEqual(seen, [])
      assert.ok('message' in result && result.permanent === true)
      return result.message
    }
    assert.match(await messageOf('dance', {}), /`action` must be an action of Slack: post_message, /)
    assert.match(await messageOf('post_message', { channel: 'C' }), /`text` is missing/)
    assert.match(
      await messageOf('post_message', { channel: 'C', text: 'x', texts: 'y' }),
      /no parameter `texts`\. Did you mean `text`\?$/,
    )
    const other = nodeCall({
      parameters: { type: 'slack', action: 'post_message', parameters: { channel: 'C', text: 'x' } },
    })
    const missing = await kind.run(other)
    assert.ok('code' in missing && missing.code === 'CREDENTIAL_MISSING')
    const gone = await kind.run({ ...other, credentialId: 'gone' })
    assert.ok('code' in gone && gone.code === 'CREDENTIAL_NOT_FOUND')
    const absent = await kind.run(nodeCall({ parameters: { integration_id: 'x', action: 'a' } }))
    assert.ok('code' in absent && absent.code === 'INTEGRATION_NOT_FOUND')
  })

  it('An `integration` node reports invalid parameters when it is checked', () => {
    const problems = (data: JsonObject) => kind.check?.(data).map(({ parameter }) => parameter)
    assert.deepEqual(problems({ action: 'a' }), ['integration_id'])
    assert.deepEqual(problems({ action: 'a', type: 'slack', integration_id: 'x' }), ['integration_id'])
    assert.deepEqual(problems({ action: 'a', type: 'fax' }), ['type'])
    assert.deepEqual(problems({ action: 'a', type: 'slack' }), ['action'])
    assert.deepEqual(
      problems({ action: 'post_message', type: 'slack', parameters: { channel: 'C', x: 1 } }),
      ['parameters.text', 'parameters.x'],
    )
    assert.deepEqual(problems({ action: '{{ input.a }}', type: 'slack' }), [])
    assert.deepEqual(problems({ action: 'query', type: 'postgres', parameters: { statement: 'x' } }), [])
  })

  it('An `integration` node runs other node kinds and does not evaluate expressions in a statement', async (t) => {
    const database = await createTestDatabase()
    t.after(() => database.drop())
    const sandbox = new ProcessSandbox()
    t.after(() => sandbox.close())
    const fixture = await EngineFixture.open()
    t.after(() => fixture.destroy())
    const credentials = knownCredentials({ c: { type: 'postgres', value: database.url } })
    const engine = await fixture.startEngine({
      catalogue: nodeCatalogue(loopbackNodeKinds(sandbox, credentials)),
    })
    const node = (statement: string) => ({
      nodes: [
        {
          id: 'q',
          type: 'integration',
          credential_id: 'c',
          data: {
            type: 'postgres',
            action: 'query',
            parameters: { statement, parameters: ['{{ input.text }}'], mode: 'one' },
          },
        },
      ],
      edges: [],
      variables: {},
    })
    const done = await fixture.run(engine, node("select $1::text as text, '{{ input.text }}' as kept"), {
      text: "'; drop",
    })
    assert.deepEqual(done.output, { text: "'; drop", kept: '{{ input.text }}' })
    const wrong = await fixture.run(engine, node('select 1 from'), { text: 'x' })
    assert.equal(wrong.error?.code, 'QUERY_FAILED')
    const misfit = await fixture.run(engine, node(''), { text: 'x' })
    assert.equal(misfit.error?.code, 'INVALID_PARAMETERS')
  })
})
