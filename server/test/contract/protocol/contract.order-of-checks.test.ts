import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { TestRequest } from '#test/support/test-service.ts'
import { issuePaths } from '../support/api-response.ts'
import type { Client } from '../support/client.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'
import { SettableClock } from '../support/settable-clock.ts'

const ABSENT = '018f0000-0000-7000-8000-000000000000'
const MALFORMED: TestRequest = { rawBody: '{"name"', headers: { 'content-type': 'application/json' } }
const WRONG_TYPE: TestRequest = { rawBody: '<name/>', headers: { 'content-type': 'text/xml' } }
const COMPRESSED: TestRequest = {
  rawBody: '{"name":"x"}',
  headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
}
const TOO_LARGE: TestRequest = {
  rawBody: `{"name":"${'x'.repeat(1_100_000)}"}`,
  headers: { 'content-type': 'application/json' },
}
const clock = new SettableClock('2026-03-10T12:00:30.000Z')

describeOnEveryStore(
  'Contract: order of checks: key → rate limit → path → scope → schema → existence',
  (shared) => {
    it('The key is checked first', async () => {
      for (const client of [shared.withKey('wrong'), shared.withKey('x'.repeat(600))]) {
        for (const [method, path, request] of [
          ['GET', '/nothing', {}],
          ['POST', '/workflows', MALFORMED],
          ['POST', '/workflows', WRONG_TYPE],
          ['POST', '/workflows', COMPRESSED],
          ['POST', '/workflows', TOO_LARGE],
          ['GET', '/workflows/not-an-id', {}],
          ['GET', `/workflows/${ABSENT}`, {}],
          ['GET', '/workflows/%E0%A4%A', {}],
          ['PUT', '/workflows', {}],
        ] as const) {
          ;(await client.send(method, path, request)).error(401, 'UNAUTHORIZED')
        }
      }
    })

    it('The rate limit is checked before path, scope, schema and existence', async () => {
      const { full, limited } = await shared.clients(['executions:read'], 'free')
      await useUp(full)
      for (const client of [full, limited]) {
        for (const [method, path, request] of [
          ['GET', '/nothing', {}],
          ['POST', '/workflows', MALFORMED],
          ['POST', '/workflows', COMPRESSED],
          ['POST', '/workflows', TOO_LARGE],
          ['GET', '/workflows/not-an-id', {}],
          ['GET', `/workflows/${ABSENT}`, {}],
          ['GET', '/workflows/%E0%A4%A', {}],
        ] as const) {
          ;(await client.send(method, path, request)).error(429, 'RATE_LIMITED')
        }
      }
    })

    it('The path is checked before the scope and the schema', async () => {
      const { limited } = await shared.clients(['executions:read'])
      for (const [method, path, request] of [
        ['GET', '/nothing', {}],
        ['POST', '/nothing', MALFORMED],
        ['POST', '/nothing', WRONG_TYPE],
        ['POST', '/nothing', COMPRESSED],
        ['POST', '/nothing', TOO_LARGE],
        ['PUT', '/workflows', MALFORMED],
        ['PUT', '/workflows/not-an-id', {}],
      ] as const) {
        ;(await limited.send(method, path, request)).error(404, 'NOT_FOUND')
      }
    })

    it('The scope is checked before the schema and existence', async () => {
      const { limited } = await shared.clients(['executions:read'])
      for (const [method, path, request] of [
        ['POST', '/workflows', MALFORMED],
        ['POST', '/workflows', WRONG_TYPE],
        ['POST', '/workflows', COMPRESSED],
        ['POST', '/workflows', TOO_LARGE],
        ['POST', '/workflows', { body: {} }],
        ['GET', '/workflows?page=0', {}],
        ['GET', '/workflows/not-an-id', {}],
        ['GET', `/workflows/${ABSENT}`, {}],
        ['PATCH', `/workflows/${ABSENT}`, MALFORMED],
      ] as const) {
        ;(await limited.send(method, path, request)).error(403, 'FORBIDDEN')
      }
    })

    it('The schema is checked before existence', async () => {
      const client = await shared.client()
      const longKey = { headers: { 'idempotency-key': 'k'.repeat(256) } }
      for (const [method, path, request] of [
        ['PATCH', `/workflows/${ABSENT}`, { body: { name: '' } }],
        ['PATCH', `/workflows/${ABSENT}`, MALFORMED],
        ['POST', `/workflows/${ABSENT}/execute`, { body: { input: [] } }],
        ['POST', `/workflows/${ABSENT}/execute`, longKey],
        ['GET', `/workflows/${ABSENT}/executions?from=x`, {}],
        ['GET', `/workflows/${ABSENT}/executions?cursor=x`, {}],
        ['GET', `/forms/${ABSENT}/submissions?cursor=x`, {}],
        ['POST', `/forms/${ABSENT}/submissions`, { body: {} }],
        ['PATCH', `/forms/${ABSENT}`, { body: { fields: {} } }],
      ] as const) {
        ;(await client.send(method, path, request)).error(400, 'VALIDATION_ERROR')
      }
    })

    it('Existence is checked before conditions that only apply to an existing resource', async () => {
      const client = await shared.client()
      const headers = { 'if-match': '"7"' }
      ;(await client.patch(`/workflows/${ABSENT}`, { name: 'x' }, { headers })).error(404, 'NOT_FOUND')
      ;(await client.delete(`/workflows/${ABSENT}`, { headers })).error(404, 'NOT_FOUND')
      const unfitting = await client.post(`/forms/${ABSENT}/submissions`, { data: { unknown: 1 } })
      unfitting.error(404, 'NOT_FOUND')
    })

    it('Every authenticated request is counted, also a rejected one; an unauthenticated one is not', async () => {
      const client = await shared.client()
      const remaining = async (path: string) =>
        Number((await client.get(path)).header('x-ratelimit-remaining'))
      assert.equal(await remaining('/workflows'), 599)
      assert.equal(await remaining('/nothing'), 598)
      assert.equal(await remaining('/workflows/not-an-id'), 597)
      const { headers } = await shared.withKey('wrong').get('/workflows')
      assert.equal(headers.get('x-ratelimit-remaining'), null)
      assert.equal(await remaining('/workflows'), 596)
    })
  },
  { clock, environment: { MILLRACE_RATE_LIMITS: 'on' } },
)

describeOnEveryStore('Contract: validation details list every problem', (shared) => {
  it('The problems of path, query and body are reported together', async () => {
    const client = await shared.client()
    const response = await client.patch('/workflows/not-an-id', {
      name: ' ',
      status: 'x',
      nodes: {},
      edges: [1],
    })
    const paths = issuePaths(response.error(400, 'VALIDATION_ERROR'))
    assert.deepEqual(paths, ['edges[0]', 'id', 'name', 'nodes', 'status'])
    const list = await client.get('/workflows?page=0&limit=x&status=y')
    assert.deepEqual(issuePaths(list.error(400, 'VALIDATION_ERROR')), ['limit', 'page', 'status'])
  })

  it('The problems of a list of executions are reported together: path, status, limit, cursor, from and to', async () => {
    const client = await shared.client()
    const query = 'status=x&limit=0&cursor=damaged&from=yesterday&to=tomorrow'
    const response = await client.get(`/workflows/not-an-id/executions?${query}`)
    const expected = ['cursor', 'from', 'id', 'limit', 'status', 'to']
    assert.deepEqual(issuePaths(response.error(400, 'VALIDATION_ERROR')), expected)
  })

  it('The problems of a form are reported together: those the schema describes and those it cannot describe', async () => {
    const client = await shared.client()
    const fields = [
      { name: 'a', type: 'nonsense' },
      { name: 'b', type: 'text', required: 'yes' },
      { name: 'b', type: 'text', min_length: 9, max_length: 3 },
      { name: 'c', type: 'text', pattern: '(' },
    ]
    const error = (await client.post('/forms', { name: '', fields })).error(400, 'VALIDATION_ERROR')
    const expected = [
      'fields[0].type',
      'fields[1].required',
      'fields[2].min_length',
      'fields[2].name',
      'fields[3].pattern',
      'name',
    ]
    assert.deepEqual(issuePaths(error), expected)
  })

  it('The problems of a submission are reported together: missing, invalid and unknown fields', async () => {
    const client = await shared.client()
    const form = await client.createForm({
      fields: [
        { name: 'email', type: 'email', required: true },
        { name: 'age', type: 'number' },
        { name: 'name', type: 'text', required: true },
      ],
    })
    const data = { email: 'not-an-address', age: 'old', nickname: 'x' }
    const error = (await client.post(`/forms/${form.id}/submissions`, { data })).error(
      400,
      'VALIDATION_ERROR',
    )
    assert.deepEqual(issuePaths(error), ['data.age', 'data.email', 'data.name', 'data.nickname'])
  })

  it('The problems of a webhook are reported together: URL, events and secret', async () => {
    const client = await shared.client()
    const error = (
      await client.post('/webhooks', { url: 'ftp://example.com', events: ['x'], secret: 5 })
    ).error(400, 'VALIDATION_ERROR')
    assert.deepEqual(issuePaths(error), ['events[0]', 'secret', 'url'])
  })

  it('The problems of a credential are reported together: name, type, value and hosts', async () => {
    const client = await shared.client()
    const body = { type: 'basic_auth', value: 'no-colon', allowed_hosts: ['not a host'] }
    const error = (await client.post('/credentials', body)).error(400, 'VALIDATION_ERROR')
    assert.deepEqual(issuePaths(error), ['allowed_hosts[0]', 'name', 'value'])
  })

  it('Each problem has a message and a path such as `fields[0].type`', async () => {
    const client = await shared.client()
    const fields = [{ name: 'a', type: 'nonsense' }]
    const { details } = (await client.post('/forms', { name: 'F', fields })).error(400, 'VALIDATION_ERROR')
    assert.deepEqual(
      details.issues?.map((issue) => Object.keys(issue).sort()),
      [['message', 'path']],
    )
    assert.equal(details.issues?.[0]?.path, 'fields[0].type')
    assert.match(details.issues?.[0]?.message ?? '', /^must be one of text, textarea, email/)
  })
})

/** Until the requests of the minute are used up. */
async function useUp(client: Client): Promise<void> {
  const first = await client.get('/workflows')
  const remaining = Number(first.header('x-ratelimit-remaining'))
  await Promise.all(Array.from({ length: remaining }, () => client.get('/nothing')))
}
