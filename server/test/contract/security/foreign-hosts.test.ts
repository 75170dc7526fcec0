import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readResponses, sendBytes, toResponse } from '../support/raw-http.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'

describeOnEveryStore(
  'Requests for another host',
  (shared) => {
    const ask = async (path: string, host: string, headers = '') => {
      const { key } = shared.running
      const text = await sendBytes(
        shared.running,
        `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n${headers}\r\n`,
      )
      return readResponses(text)[0] ?? assert.fail('no response')
    }

    it('Are refused on every path, with advice, once the public address is set', async () => {
      for (const path of ['/v1/workflows', '/', '/app/session', '/hooks/x', '/docs', '/openapi.json']) {
        const { message, details } = toResponse(await ask(path, 'rebound.example')).error(
          400,
          'VALIDATION_ERROR',
        )
        assert.match(message, /names another host .*`X-Forwarded-Host`/)
        assert.deepEqual(details['issues'], [
          { path: 'Host', message: 'must be the host of MILLRACE_PUBLIC_URL' },
        ])
      }
      // Pages for people answer with a page.
      assert.equal((await ask('/f/x', 'rebound.example')).status, 400)
      // An untrusted client cannot name the host in another header.
      const forwarded = await ask(
        '/v1/workflows',
        'rebound.example',
        'X-Forwarded-Host: millrace.example\r\n',
      )
      assert.equal(forwarded.status, 400)
    })

    it('Requests for the public host and for this machine are answered', async () => {
      const local = new URL(shared.running.url).host
      for (const host of ['millrace.example', 'millrace.example:443', local, 'localhost']) {
        assert.equal((await ask('/v1/workflows', host)).status, 200, host)
      }
    })

    it('Probes may use any host', async () => {
      for (const path of ['/livez', '/readyz'])
        assert.equal((await ask(path, '10.1.2.3:8080')).status, 200, path)
    })
  },
  { environment: { MILLRACE_PUBLIC_URL: 'https://millrace.example' } },
)
