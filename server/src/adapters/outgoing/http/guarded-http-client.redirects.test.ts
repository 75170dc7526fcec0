import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertAnswer, assertFailure, openClient, patient, text } from '../testing/client-under-test.ts'
import { serveHttp, serveHttps } from '../testing/loopback-server.ts'
import { makeThrowawayCertificate } from '../testing/throwaway-certificate.ts'

describe('redirects', () => {
  it('A redirect is returned as a response by default', async (t) => {
    const server = await serveHttp(t, (_request, response) =>
      response.writeHead(302, { location: '/next' }).end(),
    )
    const result = await openClient(t).send({ method: 'GET', url: server.origin, deadlineMs: patient })
    assertAnswer(result)
    assert.equal(result.status, 302)
    assert.equal(result.headers['location'], '/next')
  })

  it('Redirects are followed up to the limit', async (t) => {
    const server = await serveHttp(t, (request, response) => {
      const step = Number(request.url?.slice(1))
      if (step === 3) response.end('there')
      else response.writeHead(302, { location: `/${step + 1}` }).end('moved')
    })
    const client = openClient(t)
    const request = { method: 'GET', url: `${server.origin}/0`, deadlineMs: patient }
    const reached = await client.send({ ...request, redirects: 3 })
    assertAnswer(reached)
    assert.equal(text(reached), 'there')
    assert.equal(reached.url, `${server.origin}/3`)
    assertFailure(await client.send({ ...request, redirects: 2 }), 'redirect', /more than 2 times/)
  })

  it('A redirect loop ends', async (t) => {
    const server = await serveHttp(t, (_request, response) =>
      response.writeHead(307, { location: '/' }).end(),
    )
    const result = await openClient(t).send({
      method: 'POST',
      url: server.origin,
      redirects: 5,
      deadlineMs: patient,
    })
    assertFailure(result, 'redirect')
    assert.equal(result.sent, true)
  })

  const forbidden = [
    'http://169.254.169.254/latest/meta-data/',
    'http://10.0.0.1/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://0x0a000001/',
    '//192.168.0.1/',
  ]
  for (const location of forbidden) {
    it(`A redirect to ${location} is refused`, async (t) => {
      const server = await serveHttp(t, (_request, response) => response.writeHead(302, { location }).end())
      const result = await openClient(t).send({
        method: 'GET',
        url: server.origin,
        redirects: 5,
        deadlineMs: patient,
      })
      assertFailure(result, 'refused', /^After a redirect: .*MILLRACE_EGRESS_ALLOW/)
      assert.equal(result.sent, true)
    })
  }

  for (const location of [
    'javascript:alert(1)',
    'file:///etc/passwd',
    'http://user:pw@127.0.0.1/',
    'http://[',
    'ftp://x/',
  ]) {
    it(`A redirect to ${location} is not followed`, async (t) => {
      const server = await serveHttp(t, (_request, response) => response.writeHead(302, { location }).end())
      const result = await openClient(t).send({
        method: 'GET',
        url: server.origin,
        redirects: 5,
        deadlineMs: patient,
      })
      assertFailure(result, 'redirect')
      assert.doesNotMatch(result.message, /pw/)
    })
  }

  it('A redirect from https to http is refused', async (t) => {
    const certificate = makeThrowawayCertificate(['127.0.0.1'])
    const plain = await serveHttp(t, (_request, response) => response.end())
    const secure = await serveHttps(t, certificate, (_request, response) => {
      response.writeHead(302, { location: plain.origin }).end()
    })
    const client = openClient(t, { certificateAuthorities: certificate.cert })
    const result = await client.send({ method: 'GET', url: secure.origin, redirects: 5, deadlineMs: patient })
    assertFailure(result, 'redirect', /from https to unencrypted http/)
    assert.equal(plain.accepted(), 0)
  })

  it('Secret headers are kept on the same origin and dropped for good on another', async (t) => {
    const seen: Record<string, string | undefined>[] = []
    const note = (headers: NodeJS.Dict<string | string[]>) => {
      const pick = (name: string) => headers[name]?.toString()
      seen.push({
        auth: pick('authorization'),
        cookie: pick('cookie'),
        key: pick('x-key'),
        plain: pick('x-plain'),
      })
    }
    const origins = { home: '', away: '' }
    const home = await serveHttp(t, (request, response) => {
      note(request.headers)
      const next = { '/': '/same', '/same': `${origins.away}/` }[request.url ?? '']
      if (next === undefined) response.end('back home')
      else response.writeHead(307, { location: next }).end()
    })
    const away = await serveHttp(t, (request, response) => {
      note(request.headers)
      response.writeHead(307, { location: `${origins.home}/back` }).end()
    })
    Object.assign(origins, { home: home.origin, away: away.origin })

    const result = await openClient(t).send({
      method: 'GET',
      url: `${home.origin}/`,
      headers: { Authorization: 'Bearer s', Cookie: 'c=1', 'X-Key': 'k', 'X-Plain': 'p' },
      secretHeaders: ['X-KEY'],
      redirects: 5,
      deadlineMs: patient,
    })
    assertAnswer(result)
    assert.equal(text(result), 'back home')
    const all = { auth: 'Bearer s', cookie: 'c=1', key: 'k', plain: 'p' }
    const none = { auth: undefined, cookie: undefined, key: undefined, plain: 'p' }
    assert.deepEqual(seen, [all, all, none, none])
  })

  it('The caller can refuse a redirect by its URL', async (t) => {
    const asked: string[] = []
    const server = await serveHttp(t, (request, response) => {
      const next = { '/': '/same?a=1', '/same?a=1': 'http://localhost:1/away' }[request.url ?? '']
      response.writeHead(302, { location: next ?? '/' }).end()
    })
    const result = await openClient(t).send({
      method: 'GET',
      url: `${server.origin}/`,
      redirects: 5,
      refuseRedirect: (target) => {
        asked.push(target.href)
        return target.hostname === 'localhost' ? 'it is too far' : undefined
      },
      deadlineMs: patient,
    })
    assertFailure(
      result,
      'redirect',
      /^The redirect from 127\.0\.0\.1 to localhost was not followed: it is too far\.$/,
    )
    assert.deepEqual(asked, [`${server.origin}/same?a=1`, 'http://localhost:1/away'])
  })

  const changes: readonly [number, string, string, string][] = [
    [301, 'POST', 'GET', ''],
    [302, 'POST', 'GET', ''],
    [303, 'POST', 'GET', ''],
    [303, 'PUT', 'GET', ''],
    [301, 'PUT', 'PUT', 'body'],
    [307, 'POST', 'POST', 'body'],
    [308, 'PATCH', 'PATCH', 'body'],
  ]
  for (const [status, before, after, body] of changes) {
    it(`A redirect with ${status} turns ${before} into ${after}${body === '' ? ' without its body' : ' with its body'}`, async (t) => {
      const server = await serveHttp(t, (request, response) => {
        let received = ''
        request.on('data', (chunk: Buffer) => (received += chunk.toString()))
        request.once('end', () => {
          if (request.url === '/') response.writeHead(status, { location: '/next' }).end()
          else response.end(`${request.method} ${request.headers['content-type'] ?? '-'} ${received}`)
        })
      })
      const result = await openClient(t).send({
        method: before,
        url: server.origin,
        headers: { 'content-type': 'text/plain' },
        body: 'body',
        redirects: 1,
        deadlineMs: patient,
      })
      assertAnswer(result)
      assert.equal(text(result), body === '' ? `${after} - ` : `${after} text/plain body`)
    })
  }

  it('A redirect status without a location is a response', async (t) => {
    const server = await serveHttp(t, (_request, response) => response.writeHead(302).end('nowhere'))
    const result = await openClient(t).send({
      method: 'GET',
      url: server.origin,
      redirects: 5,
      deadlineMs: patient,
    })
    assertAnswer(result)
    assert.equal(text(result), 'nowhere')
  })
})
