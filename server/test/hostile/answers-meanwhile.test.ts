import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { startService, type TestService } from '#test/support/test-service.ts'
import { Meanwhile } from './answers-meanwhile.ts'
import { chain, forEach, numbered, prose } from './cases/graphs.ts'

const ENOUGH = 2

describe('runs of another account, counted while somebody keeps the service busy', () => {
  let service: TestService
  let meanwhile: Meanwhile
  before(async () => {
    service = await startService()
    meanwhile = await Meanwhile.open(service)
  })
  after(() => service.destroy())

  async function run(graph: object, input: object): Promise<unknown> {
    const created = await service.request('POST', '/v1/workflows', { body: { name: 'Busy', ...graph } })
    const { body } = await service.request('POST', `/v1/workflows/${created.body.data.id}/execute`, {
      headers: { prefer: 'wait=60' },
      body: { input },
    })
    return body
  }

  it('The count finds work that keeps the main thread: no other run ends meanwhile', async () => {
    const count = await meanwhile.count(async () => {
      for (let unit = 0; unit < 120; unit += 1) JSON.parse(JSON.stringify(numbered(10_000, (n) => n)))
    })
    assert.equal(count, 0)
  })

  it('The count finds work in slices: other runs end meanwhile', async () => {
    const count = await meanwhile.count(async () => {
      for (let unit = 0; unit < 120; unit += 1) {
        JSON.parse(JSON.stringify(numbered(10_000, (n) => n)))
        await turn()
      }
    })
    assert.ok(count >= ENOUGH, `only ${count} runs ended`)
  })

  it('Other runs end while a YAML document with thousands of keys is imported', async () => {
    const document = `openapi: 3.1.0\ninfo: {title: Keys, version: "1"}\nservers: [{url: "https://example.com"}]\npaths: {}\nx-keys:\n${numbered(60_000, (n) => ` k${n.toString(36)}: 1\n`).join('')}`
    const count = await meanwhile.count(() =>
      service.request('POST', '/v1/integrations/import', { body: { name: 'Keys', document } }),
    )
    assert.ok(count >= ENOUGH, `only ${count} runs ended`)
  })

  it('Other runs end while a loop computes thousands of instant steps', async () => {
    const graph = forEach({ type: 'set', data: { values: { n: '{{ item * 2 }}' } } })
    const count = await meanwhile.count(() => run(graph, { items: numbered(9_000, (n) => n) }))
    assert.ok(count >= ENOUGH, `only ${count} runs ended`)
  })

  it('Other runs end while a loop replaces white space in long texts', async () => {
    const graph = forEach({
      type: 'set',
      data: { values: { n: String.raw`{{ input.text.replace(/\s+/g, ' ').length }}` } },
    })
    const input = { items: numbered(60, (n) => n), text: prose(200_000) }
    const count = await meanwhile.count(() => run(graph, input))
    assert.ok(count >= ENOUGH, `only ${count} runs ended`)
  })

  it('Other runs end while a code node computes for long', async () => {
    const graph = chain({ id: 'spin', type: 'code', data: { code: 'for (let n = 0; n < 3e6; n += 1) {}' } })
    const count = await meanwhile.count(() => run(graph, {}))
    assert.ok(count >= ENOUGH, `only ${count} runs ended`)
  })

  it('Other runs end while many people sign in with a wrong password', async () => {
    const count = await meanwhile.count(() =>
      Promise.all(
        numbered(12, (n) =>
          service.request('POST', '/app/session', {
            headers: { origin: service.url },
            key: null,
            body: { email: `somebody${n}@example.com`, password: 'a wrong password' },
          }),
        ),
      ),
    )
    assert.ok(count >= ENOUGH, `only ${count} runs ended`)
  })
})
