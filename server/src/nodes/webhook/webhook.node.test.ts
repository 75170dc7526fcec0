import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonValue } from '#domain/index.ts'
import { nodeCall } from '#nodes/testing/node-call.ts'
import { readWebhook } from './read-webhook.ts'
import { webhookNode } from './webhook.node.ts'

describe('`webhook` node', () => {
  it('A `webhook` node is a trigger and outputs the request', () => {
    assert.equal(webhookNode.family, 'trigger')
    const previous = { method: 'POST', body: '{{ 1 }}' }
    assert.deepEqual(webhookNode.run(nodeCall({ previous })), { ok: true, output: previous })
  })

  it('A `webhook` node accepts POST without authentication and responds immediately by default', () => {
    assert.deepEqual(readWebhook({}), {
      ok: true,
      webhook: {
        method: 'POST',
        auth: 'none',
        authHeader: 'x-api-key',
        signature: 'standard-webhooks',
        respond: 'at_once',
        waitMs: 25_000,
        dedupe: undefined,
        origins: [],
      },
    })
  })

  it('A `webhook` node recognizes duplicate deliveries by a header or an expression', () => {
    const dedupeOf = (dedupe: string) => {
      const read = readWebhook({ dedupe })
      return read.ok ? read.webhook.dedupe : assert.fail(JSON.stringify(read))
    }
    assert.deepEqual(dedupeOf('X-GitHub-Delivery'), { header: 'x-github-delivery' })
    assert.ok('expression' in (dedupeOf('{{ input.body.id }}') ?? {}))
    assert.equal(dedupeOf(''), undefined)
    assert.deepEqual(readWebhook({ dedupe: '{{ 1 }}'.repeat(600) }), {
      ok: false,
      problems: [{ parameter: 'dedupe', message: '`dedupe` must not be longer than 4,096 characters.' }],
    })
    assert.equal(readWebhook({ dedupe: '{{ 1 }}'.repeat(600) }, { long: 'accept' }).ok, true)
  })

  it('Allowed origins are addresses without a path, or all sites', () => {
    const originsOf = (allowed: JsonValue) => {
      const read = readWebhook({ allowed_origins: allowed })
      return read.ok ? read.webhook.origins : 'refused'
    }
    const good = ['https://www.example.com', 'http://localhost:8080', '*']
    assert.deepEqual(originsOf(good), good)
    assert.deepEqual(originsOf([]), [])
    assert.deepEqual(originsOf(null), [])
    for (const bad of [
      'https://a.example/',
      'https://A.example',
      'a.example',
      'ftp://a.example',
      'null',
      '',
      7,
    ])
      assert.equal(originsOf([bad]), 'refused', String(bad))
    assert.equal(originsOf('*'), 'refused')
  })

  it('A `webhook` node reports all invalid parameters together', () => {
    const data = {
      method: 'TRACE',
      auth: 'trust',
      auth_header: 'a b',
      signature: 'mine',
      respond: 'never',
      wait_seconds: 61,
      dedupe: '{{ 1 + }}',
      allowed_origins: ['https://example.com/path'],
    }
    const problems = webhookNode.check?.(data) ?? []
    assert.deepEqual(
      problems.map(({ parameter }) => parameter),
      ['method', 'auth', 'auth_header', 'signature', 'respond', 'wait_seconds', 'dedupe', 'allowed_origins'],
    )
    assert.equal(problems[0]?.message, '`method` must be one of POST, GET, PUT, PATCH, DELETE, ANY.')
    assert.deepEqual(
      webhookNode.check?.({ dedupe: 'not a header' }).map(({ message }) => message),
      ['`dedupe` must be the name of a header, such as "X-Api-Key".'],
    )
  })
})
