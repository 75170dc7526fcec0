import { makeThrowawayCertificate } from '#adapters/outgoing/testing/throwaway-certificate.ts'
import { type Lifetime, serveHttp, serveHttps, serveTcp } from '#adapters/outgoing/testing/loopback-server.ts'
import type { RequestListener } from 'node:http'
import { formsOf } from './secret-forms.ts'

/** How a service responds to a request, besides repeating the secret it received. */
export type Behaviour = 'ok' | 'error' | 'denied' | 'page' | 'redirect' | 'break' | 'silent'

export interface RepeatingService {
  readonly origin: string
  /** Like {@link origin}, with an untrusted certificate. */
  readonly secureOrigin: string
  behaviour: Behaviour
  /** Requested paths. */
  readonly requestedPaths: string[]
}

const STATUSES: Partial<Record<Behaviour, number>> = { error: 500, denied: 401, page: 502 }

/**
 * An HTTP service that identifies the caller by the first path segment and repeats its secrets in every encoding: in
 * names and values of the body, in headers, and in the URL it redirects to.
 */
export async function serveRepeating(
  t: Lifetime,
  secretsOf: (caller: string) => readonly string[],
  token: string,
): Promise<RepeatingService> {
  const requestedPaths: string[] = []
  const listener: RequestListener = (request, response) => {
    const { url = '' } = request
    requestedPaths.push(url)
    request.resume()
    const secrets = secretsOf(url.split(/[/?]/)[1] ?? '')
    if (url.endsWith('/token') && service.behaviour !== 'denied') {
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ access_token: token, expires_in: 3600, token_type: 'bearer' }))
      return
    }
    if (service.behaviour === 'silent') return
    if (service.behaviour === 'break') return void request.socket.destroy()
    const repeated = secrets.flatMap((secret) => Object.values(formsOf(secret)))
    const text = repeated.join(' | ')
    // A multi-line key does not fit in a response header.
    const short = secrets.filter((secret) => secret.length < 200)
    const inHead = short.flatMap((secret) => Object.values(formsOf(secret))).join(' | ')
    response.setHeader('x-repeated', Buffer.from(inHead).toString('base64'))
    response.setHeader(
      'set-cookie',
      short.map((secret) => `a=${encodeURIComponent(secret)}`),
    )
    if (service.behaviour === 'redirect') {
      const target = `http://localhost:${new URL(service.origin).port}/?repeated=${encodeURIComponent(short[0] ?? '')}`
      response.writeHead(302, { location: target }).end(text)
      return
    }
    if (service.behaviour === 'page') {
      response.writeHead(502, { 'content-type': 'text/html' }).end(`<p>${text}</p>`)
      return
    }
    const ok = service.behaviour === 'ok'
    const given = url.endsWith('/token') ? { access_token: token } : {}
    const members = Object.fromEntries(repeated.map((form) => [form, form]))
    const errorFields = {
      error: text.slice(0, 190),
      error_description: repeated[0],
      message: text,
      detail: text,
    }
    response
      .writeHead(STATUSES[service.behaviour] ?? 200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ ok, ...errorFields, description: text, repeated, members, ...given }))
  }
  const certificate = makeThrowawayCertificate(['127.0.0.1'])
  const [plain, secure] = [await serveHttp(t, listener), await serveHttps(t, certificate, listener)]
  const service: RepeatingService = {
    origin: plain.origin,
    secureOrigin: secure.origin,
    behaviour: 'ok',
    requestedPaths,
  }
  return service
}

export type DatabaseBehaviour = 'ok' | 'denied' | 'closed' | 'query' | 'garbage' | 'break' | 'silent'

/** The part of PostgreSQL's protocol that requests a plain-text password and repeats it in every text field. */
export async function serveRepeatingDatabase(
  t: Lifetime,
  secret: string,
): Promise<{ readonly port: number; behaviour: DatabaseBehaviour; readonly passwords: string[] }> {
  const text = Object.values(formsOf(secret)).join(' | ')
  const passwords: string[] = []
  const { port } = await serveTcp(t, (socket) => {
    // The packets of one step arrive together: they are short, and the client waits for a response to each.
    socket.once('data', () => {
      socket.write(packet('R', int32(3)))
      socket.once('data', (password) => {
        passwords.push(password.toString())
        if (state.behaviour === 'denied') return void socket.end(failure('28P01', text))
        if (state.behaviour === 'closed') return void socket.end(failure('3D000', text))
        if (state.behaviour === 'garbage') return void socket.end(`${text}\n`)
        const ready = packet('Z', Buffer.from('I'))
        socket.write(Buffer.concat([packet('R', int32(0)), packet('K', int32(1), int32(2)), ready]))
        socket.once('data', () => {
          if (state.behaviour === 'break') socket.destroy()
          else if (state.behaviour === 'query') socket.write(Buffer.concat([failure('42601', text), ready]))
          else if (state.behaviour === 'ok') socket.write(Buffer.concat([oneRow(text), ready]))
        })
      })
    })
  })
  const state = { port, behaviour: 'ok' as DatabaseBehaviour, passwords }
  return state
}

function packet(type: string, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from(type), int32(content.length + 4), content])
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

function int16(value: number): Buffer {
  return int32(value).subarray(2)
}

function failure(code: string, message: string): Buffer {
  return packet('E', Buffer.from(`SERROR\0C${code}\0M${message}\0D${message}\0H${message}\0\0`))
}

function oneRow(value: string): Buffer {
  const bytes = Buffer.from(value)
  const column = [
    Buffer.from('repeated\0'),
    int32(0),
    int16(0),
    int32(25),
    int16(-1 & 0xffff),
    int32(-1),
    int16(0),
  ]
  return Buffer.concat([
    packet('1'),
    packet('2'),
    packet('T', int16(1), ...column),
    packet('D', int16(1), int32(bytes.length), bytes),
    packet('C', Buffer.from('SELECT 1\0')),
  ])
}
