import assert from 'node:assert/strict'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import type { TestService } from '#test/support/test-service.ts'
import { ApiResponse } from './api-response.ts'

/** The response of a server over a plain socket. */
export interface RawResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/**
 * Sends bytes unchanged and reads until the server closes. Fails when nothing is received for `patienceMs`: a response
 * must arrive immediately.
 */
export function sendBytes(
  service: TestService,
  bytes: string | Uint8Array,
  { timeoutMs = 5_000, halfClose = false } = {},
): Promise<string> {
  const { hostname, port } = new URL(service.url)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    socket.setTimeout(timeoutMs, () => {
      socket.destroy()
      reject(
        new Error(
          `the response did not end; received: ${Buffer.concat(chunks).toString('utf8').slice(0, 500)}`,
        ),
      )
    })
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // The server resets the connection for anything sent after its last response, which has already arrived.
      if (chunks.length > 0 && ['ECONNRESET', 'EPIPE'].includes(error.code ?? '')) finish()
      else reject(error)
    })
    socket.on('end', finish)
    socket.write(bytes)
    if (halfClose) socket.end()

    function finish(): void {
      socket.destroy()
      resolve(Buffer.concat(chunks).toString('utf8'))
    }
  })
}

/** Sends bytes and disconnects without waiting for a response. */
export function sendAndHangUp(service: TestService, bytes: string): Promise<void> {
  const { hostname, port } = new URL(service.url)
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) }, () => {
      socket.write(bytes, () => {
        socket.destroy()
        resolve()
      })
    })
    socket.on('error', reject)
  })
}

/** The responses in a stream of bytes, one after another. */
export function readResponses(text: string): RawResponse[] {
  const responses: RawResponse[] = []
  let rest = Buffer.from(text, 'utf8')
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n')
    assert.ok(end >= 0, `the headers did not end: ${rest.toString('utf8').slice(0, 200)}`)
    const [first = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n')
    const headers = new Headers(lines.map((line): [string, string] => splitHeader(line)))
    const body = rest.subarray(end + 4)
    const { text: content, length } =
      headers.get('transfer-encoding') === 'chunked'
        ? readChunks(body)
        : readLength(body, Number(headers.get('content-length') ?? 0))
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1])
    responses.push({ status, headers, text: content })
    rest = body.subarray(length)
  }
  return responses
}

interface Content {
  readonly text: string
  /** How many bytes of the stream the response has. */
  readonly length: number
}

function readLength(bytes: Buffer, length: number): Content {
  return { text: bytes.subarray(0, length).toString('utf8'), length }
}

function readChunks(bytes: Buffer): Content {
  let text = ''
  for (let at = 0; ;) {
    const end = bytes.indexOf('\r\n', at)
    const size = Number.parseInt(bytes.subarray(at, end).toString('latin1'), 16)
    assert.ok(end >= 0 && size >= 0, 'the chunks of the response are malformed')
    text += bytes.subarray(end + 2, end + 2 + size).toString('utf8')
    at = end + 2 + size + 2
    if (size === 0) return { text, length: at }
  }
}

export function toResponse(raw: RawResponse): ApiResponse {
  assert.match(raw.text, /^\{"success":/, `responded with ${raw.status}, not in the envelope: "${raw.text}"`)
  return new ApiResponse({ status: raw.status, headers: raw.headers, body: JSON.parse(raw.text) as unknown })
}

export interface RawRequest {
  readonly method: string
  readonly path: string
  readonly headers?: Record<string, string | string[]>
  /** Sent in pieces, with chunked encoding unless the headers contain a length. */
  readonly chunks?: Iterable<string | Uint8Array>
}

/** A request through node:http, which sends paths and headers unchanged. */
export function sendRaw(service: TestService, raw: RawRequest): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(service.url)
    const headers = { ...raw.headers }
    const request = httpRequest({ hostname, port, method: raw.method, path: raw.path, headers, agent: false })
    let responded = false
    request.on('response', (response) => {
      responded = true
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('error', reject)
      response.on('end', () => {
        const flat = Object.entries(response.headers).map(([name, value]): [string, string] => [
          name,
          String(value),
        ])
        const text = Buffer.concat(parts).toString('utf8')
        resolve({ status: response.statusCode ?? 0, headers: new Headers(flat), text })
        request.destroy()
      })
    })
    request.on('error', (error) => {
      // A server that has responded may close while the rest is still being sent; the response counts.
      if (!responded) reject(error)
    })
    for (const chunk of raw.chunks ?? []) request.write(chunk)
    request.end()
  })
}

function splitHeader(line: string): [string, string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon), line.slice(colon + 1).trim()]
}
