import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { ApiVersion } from '@millrace/contract/versions.ts'
import { startService, type TestService } from '#test/support/test-service.ts'

const OLD: ApiVersion = {
  name: 'v1',
  deprecatedAt: '2026-01-31T00:00:00Z',
  sunsetAt: '2027-01-31T00:00:00Z',
  migrationGuide: 'https://example.com/docs/v1-to-v2',
}

describe('Contract: versions', () => {
  let service: TestService
  before(async () => {
    service = await startService({ versions: [OLD, { name: 'v2' }] })
  })
  after(() => service.destroy())

  it('A deprecated version responds with Deprecation (RFC 9745), Sunset (RFC 8594) and a Link to its guide', async () => {
    const responses = [
      await service.request('GET', '/v1/workflows'),
      await service.request('GET', '/v1/workflows', { key: null }),
      await service.request('GET', '/v1/workflows/not-an-id'),
      await service.request('GET', '/v1/nothing'),
      await service.request('POST', '/v1/workflows', { body: {} }),
      await service.request('GET', '/v1/workflows/%E0%A4%A'),
    ]
    assert.deepEqual(
      responses.map(({ status }) => status),
      [200, 401, 400, 404, 400, 400],
    )
    for (const { headers } of responses) {
      assert.equal(headers.get('deprecation'), `@${Date.parse('2026-01-31T00:00:00Z') / 1000}`)
      assert.equal(headers.get('sunset'), 'Sun, 31 Jan 2027 00:00:00 GMT')
      assert.match(headers.get('link') ?? '', /^<https:\/\/example\.com\/docs\/v1-to-v2>; rel="deprecation"/)
    }
  })

  it('The other version serves the same resources without these headers', async () => {
    const created = await service.request('POST', '/v1/workflows', { body: { name: 'Both' } })
    assert.equal(created.status, 201)
    const { headers, status } = await service.request('GET', '/v2/workflows')
    assert.equal(status, 200)
    assert.deepEqual(
      ['deprecation', 'sunset', 'link'].map((name) => headers.get(name)),
      [null, null, null],
    )
  })

  const rejected: readonly (readonly [string, ApiVersion])[] = [
    ['a day too early', { ...OLD, sunsetAt: '2027-01-30T00:00:00Z' }],
    ['a second too early', { ...OLD, sunsetAt: '2027-01-30T23:59:59Z' }],
    ['before the deprecation', { ...OLD, sunsetAt: '2025-01-31T00:00:00Z' }],
    ['a leap day', { ...OLD, deprecatedAt: '2024-02-29T00:00:00Z', sunsetAt: '2025-02-28T00:00:00Z' }],
    ['a sunset without a deprecation', { name: 'v1', sunsetAt: '2030-01-01T00:00:00Z' }],
    ['no date', { ...OLD, sunsetAt: 'soon' }],
  ]
  for (const [what, version] of rejected) {
    it(`Less than 12 months of notice prevents the start: ${what}`, async () => {
      await assert.rejects(startService({ versions: [version] }), /v1/)
    })
  }
})
