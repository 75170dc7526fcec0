import type { HostileCase } from '../hostile-case.ts'
import type { Attack } from '../service/attack.ts'
import { numbered } from './graphs.ts'

export const headers: readonly HostileCase[] = [
  raw('one-huge-header', () => `GET /livez HTTP/1.1\r\nHost: x\r\nX-Huge: ${'a'.repeat(2_000_000)}\r\n\r\n`),
  raw(
    'many-headers',
    () => `GET /v1/workflows HTTP/1.1\r\nHost: x\r\n${numbered(1_500, (n) => `x${n}: 1\r\n`).join('')}\r\n`,
  ),
  raw(
    'many-equal-headers',
    () => `GET /v1/workflows HTTP/1.1\r\nHost: x\r\n${'Accept: a\r\n'.repeat(1_200)}\r\n`,
  ),
  raw(
    'long-cookie',
    () => `GET /app/session HTTP/1.1\r\nHost: x\r\nCookie: ${'a=b; '.repeat(3_000)}\r\n\r\n`,
  ),
  raw('long-path', () => `GET /v1/${'%2e%2e/'.repeat(2_000)} HTTP/1.1\r\nHost: x\r\n\r\n`),
  raw('malformed-escapes', () => `GET /v1/workflows/${'%E0%A4%A'.repeat(1_500)} HTTP/1.1\r\nHost: x\r\n\r\n`),
  raw('long-query', () => `GET /v1/workflows?${'search=a&'.repeat(1_600)} HTTP/1.1\r\nHost: x\r\n\r\n`),
  raw('pipelined-requests', () => 'GET /v1/workflows HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2_000)),
  raw('no-http-at-all', () => '\u0016\u0003\u0001'.repeat(100_000)),
  {
    name: 'headers-of-the-api',
    async run(attack) {
      await attack.flood(300, 20, (n) =>
        attack.send('POST', '/v1/workflows', {
          body: { name: 'x', nodes: [], edges: [] },
          headers: {
            'idempotency-key': `${n}${'k'.repeat(200)}`,
            prefer: 'wait=1, '.repeat(500),
            'accept-encoding': 'gzip;q=0.1, '.repeat(500),
            'if-none-match': 'W/"a", '.repeat(300),
          },
        }),
      )
    },
  },
]

/** Sends the bytes over many connections and waits until each is closed or answered. */
function raw(name: string, make: () => string): HostileCase {
  return {
    name,
    async run(attack: Attack) {
      const bytes = make()
      const starts = new Set<string>()
      await attack.flood(120, 12, async () => {
        const socket = await attack.dial()
        socket.write(bytes)
        const [first] = await Promise.race([
          new Promise<string[]>((resolve) =>
            socket.once('data', (data) => resolve([data.toString().slice(9, 12)])),
          ),
          new Promise<string[]>((resolve) => socket.once('close', () => resolve(['closed']))),
          attack.wait(1_000).then(() => ['no answer']),
        ])
        starts.add(first ?? '')
        socket.destroy()
      })
      return [...starts].join(', ')
    },
  }
}
