import { gzipSync } from 'node:zlib'
import type { HostileCase } from '../hostile-case.ts'
import type { Attack } from '../service/attack.ts'
import { chain, numbered } from './graphs.ts'

const MIB = 1024 * 1024
const JSON_TYPE = { 'content-type': 'application/json' }

export const bodies: readonly HostileCase[] = [
  flood('nested-as-deep-as-possible', () => `{"input":${'{"a":'.repeat(174_000)}1${'}'.repeat(174_000)}}`),
  flood(
    'nested-within-the-limit',
    () => `{"input":{"a":[${numbered(1_640, () => `${'['.repeat(60)}${']'.repeat(60)}`).join(',')}]}}`,
  ),
  flood('as-many-keys-as-possible', () => `{"input":{${numbered(80_000, (n) => `"k${n}":1`).join(',')}}}`),
  flood('as-many-lists-as-allowed', () => `{"input":{"a":[${'[],'.repeat(99_000)}[]]}}`),
  flood('more-lists-than-allowed', () => `{"input":{"a":[${'[],'.repeat(340_000)}[]]}}`),
  flood('many-numbers', () => `{"input":{"a":[${'1e10,'.repeat(200_000)}0]}}`),
  flood('escapes', () => String.raw`{"input":{"a":"${String.raw`\u00e9`.repeat(170_000)}"}}`),
  flood('forbidden-keys', () => `{"input":{"a":[${'{"__proto__":1},'.repeat(60_000)}0]}}`),
  flood('numbers-out-of-range', () => `{"input":{"a":[${'9e999,'.repeat(160_000)}0]}}`),
  flood('syntax-error-at-the-end', () => `{"input":{"a":[${'1,\n'.repeat(300_000)}}`),
  flood('ignored-fields', () => `{${numbered(70_000, (n) => `"x${n}":[]`).join(',')}}`),
  {
    name: 'shape-errors-everywhere',
    async run(attack) {
      const fields = numbered(500, () => ({
        name: 7,
        type: 'nothing',
        options: numbered(80, () => ({ value: 1, label: [] })),
      }))
      await attack.flood(8, 4, () => attack.send('POST', '/v1/forms', { body: { name: 5, fields } }))
    },
  },
  {
    name: 'lists-that-are-too-long',
    async run(attack) {
      const fields = numbered(20_000, (n) => ({ name: `f${n}`, type: 'text' }))
      const workflows = numbered(9_000, (n) => ({
        id: `w${n}`,
        name: 'W',
        nodes: [{ id: 'n', type: 'set' }],
        edges: [],
      }))
      await attack.flood(8, 4, () => attack.send('POST', '/v1/forms', { body: { name: 'Long', fields } }))
      await attack.flood(8, 4, () =>
        attack.send('POST', '/v1/import', { body: { bundle: { version: 1, workflows } } }),
      )
    },
  },
  {
    name: 'one-mistake-among-many-options',
    async run(attack) {
      const options = numbered(1_000, () => 'o')
      const fields = numbered(240, (n) => ({
        name: `f${n}`,
        type: 'select',
        options: n === 239 ? [5] : options,
      }))
      await attack.flood(8, 4, () => attack.send('POST', '/v1/forms', { body: { name: 'One', fields } }))
    },
  },
  {
    name: 'gzip-bomb',
    async run(attack) {
      const raw = gzipSync(Buffer.alloc(200 * MIB, ' '))
      await attack.send('POST', '/v1/workflows', {
        raw,
        headers: { ...JSON_TYPE, 'content-encoding': 'gzip' },
      })
    },
  },
  {
    name: 'announced-length-is-wrong',
    async run(attack) {
      await attack.flood(200, 50, async () => {
        const socket = await attack.dial()
        socket.write(
          `POST /v1/workflows HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${attack.target.attacker.key}\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{"name":`,
        )
        await attack.wait(20)
        socket.destroy()
      })
    },
  },
  {
    name: 'one-byte-per-chunk',
    async run(attack) {
      const chunk = '1\r\n \r\n'
      const head = `POST /v1/workflows HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${attack.target.attacker.key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`
      await attack.flood(6, 6, async () => {
        const socket = await attack.dial()
        socket.write(head)
        for (let sent = 0; sent < 40 && !attack.signal.aborted && socket.writable; sent += 1) {
          socket.write(chunk.repeat(10_000))
          await attack.wait(20)
        }
        socket.destroy()
      })
    },
  },
  {
    name: 'bodies-beyond-the-limit',
    async run(attack) {
      const raw = Buffer.alloc(20 * MIB, ' ')
      await attack.flood(10, 5, () => attack.send('POST', '/v1/workflows', { raw, headers: JSON_TYPE }))
    },
  },
  floodWebhook('inbound-urlencoded-keys', 'application/x-www-form-urlencoded', () =>
    numbered(10_000, (n) => `k${n}=${'%41'.repeat(25)}`).join('&'),
  ),
  floodWebhook('inbound-lists', 'application/json', () => `[${'[],'.repeat(99_000)}[]]`),
  floodWebhook(
    'inbound-objects',
    'application/json',
    () => `[${numbered(24_000, (n) => `{"id":${n},"at":{"k${n}":[{}]}}`).join(',')}]`,
  ),
  floodWebhook(
    'inbound-keys',
    'application/json',
    () => `{${numbered(80_000, (n) => `"k${n}":1`).join(',')}}`,
  ),
  floodWebhook(
    'inbound-answers',
    'application/json',
    () => `{${numbered(80_000, (n) => `"k${n}":1`).join(',')}}`,
    { respond: 'last_node' },
  ),
  floodWebhook('inbound-numbers', 'application/vnd.hostile+json', () => `[${'1e10,'.repeat(200_000)}0]`),
  floodWebhook('inbound-syntax-error', 'application/json', () => `[${'1,\n'.repeat(300_000)}`),
]

/** Sends the body several times at once to a workflow that only starts. */
function flood(name: string, make: () => string): HostileCase {
  return {
    name,
    async run(attack: Attack) {
      const raw = make()
      if (raw.length > MIB) throw new Error(`The body has ${raw.length} bytes and is refused for its size.`)
      const id = await attack.createWorkflow(chain())
      await attack.flood(12, 4, () =>
        attack.send('POST', `/v1/workflows/${id}/execute`, { raw, headers: JSON_TYPE }),
      )
    },
  }
}

/** Sends the body several times at once to an inbound webhook, as anybody can who knows its address. */
function floodWebhook(name: string, contentType: string, make: () => string, data: object = {}): HostileCase {
  return {
    name,
    async run(attack: Attack) {
      const raw = make()
      if (raw.length > MIB) throw new Error(`The body has ${raw.length} bytes and is refused for its size.`)
      const graph = { nodes: [{ id: 'hook', type: 'webhook', data }], edges: [] }
      const id = await attack.createWorkflow(graph, { status: 'published' })
      const { body } = await attack.send('GET', `/v1/workflows/${id}/triggers`)
      const { pathname } = new URL(body.data[0].url as string)
      const headers = { 'content-type': contentType }
      await attack.flood(10, 4, () => attack.anonymous('POST', pathname, { raw, headers }))
    },
  }
}
