import { makeThrowawayCertificate } from '#adapters/outgoing/testing/throwaway-certificate.ts'
import { type Lifetime, serveHttp, serveHttps, serveTcp } from '#adapters/outgoing/testing/loopback-server.ts'
import type { RequestListener } from 'node:http'
import { formsOf } from './secret-forms.ts'

/** What a service does with a request, besides telling the secret it came with to whoever reads its answers. */
export type Mood = 'ok' | 'error' | 'denied' | 'page' | 'redirect' | 'break' | 'silent'

export interface RepeatingService {
  readonly origin: string
  /** Like {@link origin}, with a certificate nobody vouches for. */
  readonly secureOrigin: string
  mood: Mood
  /** Paths that were asked for. */
  readonly asked: string[]
}

const STATUSES: Partial<Record<Mood, number>> = { error: 500, denied: 401, page: 502 }

/**
 * An HTTP service that knows the secrets of every caller by the first part of the path, and repeats them in every form:
 * in names and values of the body, in headers, and in the address it redirects to.
 */
export async function serveRepeating(
  t: Lifetime,
  secretsOf: (caller: string) => readonly string[],
  token: string,
): Promise<RepeatingService> {
  const asked: string[] = []
  const listener: RequestListener = (request, response) => {
    const { url = '' } = request
    asked.push(url)
    request.resume()
    const secrets = secretsOf(url.split(/[/?]/)[1] ?? '')
    if (url.endsWith('/token') && service.mood !== 'denied') {
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ access_token: token, expires_in: 3600, token_type: 'bearer' }))
      return
    }
    if (service.mood === 'silent') return
    if (service.mood === 'break') return void request.socket.destroy()
    const told = secrets.flatMap((secret) => Object.values(formsOf(secret)))
    const text = told.join(' | ')
    // A key of many lines does not fit into the head of an answer.
    const short = secrets.filter((secret) => secret.length < 200)
    const inHead = short.flatMap((secret) => Object.values(formsOf(secret))).join(' | ')
    response.setHeader('x-told', Buffer.from(inHead).toString('base64'))
    response.setHeader(
      'set-cookie',
      short.map((secret) => `a=${encodeURIComponent(secret)}`),
    )
    if (service.mood === 'redirect') {
      const target = `http://localhost:${new URL(service.origin).port}/?told=${encodeURIComponent(short[0] ?? '')}`
      response.writeHead(302, { location: target }).end(text)
      return
    }
    if (service.mood === 'page') {
      response.writeHead(502, { 'content-type': 'text/html' }).end(`<p>${text}</p>`)
      return
    }
    const ok = service.mood === 'ok'
    const given = url.endsWith('/token') ? { access_token: token } : {}
    const members = Object.fromEntries(told.map((form) => [form, form]))
    const words = { error: text.slice(0, 190), error_description: told[0], message: text, detail: text }
    response
      .writeHead(STATUSES[service.mood] ?? 200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ ok, ...words, description: text, told, members, ...given }))
  }
  const certificate = makeThrowawayCertificate(['127.0.0.1'])
  const [plain, secure] = [await serveHttp(t, listener), await serveHttps(t, certificate, listener)]
  const service: RepeatingService = {
    origin: plain.origin,
    secureOrigin: secure.origin,
    mood: 'ok',
    asked,
  }
  return service
}

export type DatabaseMood = 'ok' | 'denied' | 'closed' | 'query' | 'garbage' | 'break' | 'silent'

/** As much of PostgreSQL as it takes to ask for a password in clear, and to repeat it wherever there is room for a text. */
export async function serveRepeatingDatabase(
  t: Lifetime,
  secret: string,
): Promise<{ readonly port: number; mood: DatabaseMood; readonly passwords: string[] }> {
  const text = Object.values(formsOf(secret)).join(' | ')
  const passwords: string[] = []
  const { port } = await serveTcp(t, (socket) => {
    // Packets of one step come in one piece: they are short, and the other side waits for an answer to each.
    socket.once('data', () => {
      socket.write(packet('R', int32(3)))
      socket.once('data', (password) => {
        passwords.push(password.toString())
        if (state.mood === 'denied') return void socket.end(failure('28P01', text))
        if (state.mood === 'closed') return void socket.end(failure('3D000', text))
        if (state.mood === 'garbage') return void socket.end(`${text}\n`)
        const ready = packet('Z', Buffer.from('I'))
        socket.write(Buffer.concat([packet('R', int32(0)), packet('K', int32(1), int32(2)), ready]))
        socket.once('data', () => {
          if (state.mood === 'break') socket.destroy()
          else if (state.mood === 'query') socket.write(Buffer.concat([failure('42601', text), ready]))
          else if (state.mood === 'ok') socket.write(Buffer.concat([oneRow(text), ready]))
        })
      })
    })
  })
  const state = { port, mood: 'ok' as DatabaseMood, passwords }
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
    Buffer.from('told\0'),
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
