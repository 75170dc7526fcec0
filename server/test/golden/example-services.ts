import type { TestContext } from 'node:test'
import { serveHttp } from '#adapters/outgoing/testing/loopback-server.ts'
import { serveSmtp } from '#adapters/outgoing/testing/scripted-smtp-server.ts'
import type { JsonObject } from '#domain/index.ts'
import { samplePdf } from '#nodes/testing/sample-pdf.ts'
import type { RevealedCredential } from '#ports/index.ts'
import { createTestDatabase } from '#test/support/embedded-postgres.ts'

/** The service behind a credential that examples reference: a server of the test itself. */
type Service = (t: TestContext) => Promise<Pick<RevealedCredential, 'type' | 'value'>>

const SERVICES: Readonly<Record<string, Service>> = {
  '0199a3c2-7b1e-7c43-9d5e-00000000e3a1': async (t) => {
    const { port } = await serveSmtp(t)
    return { type: 'smtp', value: `smtp://127.0.0.1:${port}` }
  },
  '0199a3c2-7b1e-7c43-9d5e-00000000d8b2': async (t) => {
    const database = await createTestDatabase()
    t.after(() => database.drop())
    return { type: 'postgres', value: database.url }
  },
  '0199a3c2-7b1e-7c43-9d5e-00000000c5a3': async (t) => {
    const { origin } = await serveHttp(t, (request, response) => {
      let body = ''
      request.setEncoding('utf8').on('data', (text: string) => (body += text))
      request.once('end', () => {
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ ok: true, message: JSON.parse(body) as unknown }))
      })
    })
    return { type: 'slack', value: JSON.stringify({ token: 'xoxb-example', base_url: origin }) }
  },
}

/** Starts the services that an example calls, until the end of the test. */
export async function startServices(
  t: TestContext,
  nodes: readonly JsonObject[],
): Promise<{ readonly credentials: Record<string, RevealedCredential>; readonly variables: JsonObject }> {
  const credentials: Record<string, RevealedCredential> = {}
  for (const { credential_id: id } of nodes) {
    if (typeof id !== 'string' || SERVICES[id] === undefined) continue
    credentials[id] = { ...(await SERVICES[id](t)), allowedHosts: ['127.0.0.1', 'localhost'] }
  }
  const hasHttpNode = nodes.some(({ type }) => type === 'http')
  return { credentials, variables: hasHttpNode ? { service: await serveEcho(t) } : {} }
}

/** A service that responds with what it received, or with an invoice. */
async function serveEcho(t: TestContext): Promise<string> {
  const { origin } = await serveHttp(t, (request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.once('end', () => {
      const { method, url, headers } = request
      if (url === '/invoice.pdf') {
        response
          .writeHead(200, { 'content-type': 'application/pdf' })
          .end(samplePdf(['Invoice 7, total 12.50 EUR', 'Thank you']))
        return
      }
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ method, url, headers, body }))
    })
  })
  return origin
}
