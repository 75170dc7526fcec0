import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { type AppError, type JsonValue, RawJson } from '#domain/index.ts'
import { statusOf } from './error-status.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

const UNAVAILABLE_RETRY_SECONDS = '5'

/** The answer of an operation, without its envelope. */
export interface Answer<Data = unknown> {
  readonly data: Data
  readonly meta?: object
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

export function successBody(answer: Answer): string {
  const { data, meta } = answer
  if (hasRawMembers(data)) {
    const end = meta === undefined ? '' : `,"meta":${JSON.stringify(meta)}`
    return `{"success":true,"data":${writeMembers(data)}${end}}`
  }
  return JSON.stringify(meta === undefined ? { success: true, data } : { success: true, data, meta })
}

/** Members that were not parsed, because nobody looked into them. */
function hasRawMembers(data: unknown): data is Readonly<Record<string, JsonValue | undefined>> {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return false
  for (const name in data) if ((data as Record<string, unknown>)[name] instanceof RawJson) return true
  return false
}

function writeMembers(data: Readonly<Record<string, JsonValue | undefined>>): string {
  const members = Object.entries(data).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [`${JSON.stringify(name)}:${value instanceof RawJson ? value.text : JSON.stringify(value)}`],
  )
  return `{${members.join(',')}}`
}

export function errorBody(error: AppError): string {
  const { code, message, details } = error
  return JSON.stringify({ success: false, error: { code, message, details } })
}

export function sendJson(reply: FastifyReply, status: number, body: string | Buffer): FastifyReply {
  return reply.code(status).header('content-type', JSON_TYPE).header('cache-control', 'no-store').send(body)
}

/** An answer that is too long for memory: sent chunk by chunk, in the media type of the operation. */
export interface StreamedAnswer {
  readonly chunks: AsyncIterable<string>
  readonly headers?: Readonly<Record<string, string>>
}

/** Bytes of any type, such as a part of a file. */
export interface ContentAnswer {
  readonly content: AsyncIterable<Uint8Array>
  readonly status: number
  /** With the type and the length. */
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Whatever the bytes are, browsers save them instead of showing them, do not guess their type, and run nothing in them: the
 * policy gives them an origin of their own. Set last, so that nothing can replace it.
 */
export function sendContent(reply: FastifyReply, { content, status, headers }: ContentAnswer): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .headers(headers)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('cross-origin-resource-policy', 'same-origin')
    .header('referrer-policy', 'no-referrer')
    .send(reply.request.method === 'HEAD' ? null : Readable.from(content, { objectMode: false }))
}

interface StreamOptions {
  readonly status: number
  readonly type: string
  readonly headers: Readonly<Record<string, string>> | undefined
  readonly chunks: AsyncIterable<string> | Iterable<string>
}

/**
 * A failure before the first chunk is answered like any other error. A later one aborts the connection, so that nobody
 * mistakes a part for the whole.
 */
export function sendStream(reply: FastifyReply, options: StreamOptions): FastifyReply {
  const { status, type, headers, chunks } = options
  return reply
    .code(status)
    .headers(headers ?? {})
    .header('content-type', type)
    .header('cache-control', 'no-store')
    .send(Readable.from(chunks, { objectMode: false }))
}

export function sendError(reply: FastifyReply, error: AppError): FastifyReply {
  const status = statusOf(error)
  if (error.code === 'UNAUTHORIZED') reply.header('www-authenticate', 'Bearer')
  const wait = error.details['retry_after_seconds']
  if (typeof wait === 'number') reply.header('retry-after', wait)
  if (status === 503) reply.header('retry-after', UNAVAILABLE_RETRY_SECONDS)
  return sendJson(reply, status, errorBody(error))
}
