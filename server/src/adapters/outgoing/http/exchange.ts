import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import type { HttpRequest, StreamedBody } from '#ports/index.ts'
import { CappedBuffer } from './capped-buffer.ts'
import { ChunkQueue } from './chunk-queue.ts'
import type { Hop } from './follow-redirect.ts'
import { describeCause, OutgoingError } from '../dial/outgoing-error.ts'

export interface ExchangedAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  readonly truncated: boolean
}

interface Reception {
  readonly maxBytes: number
  readonly receive?: HttpRequest['receive'] | undefined
}

/**
 * Sends one request over a dispatcher and reads its response. Settles at the latest when the signal fires, even while
 * connecting: the library itself checks for cancellation only once it has a connection.
 *
 * The body is collected here instead of through a stream: the connection is dropped at the first byte above the limit, and
 * nothing is buffered beyond it.
 *
 * @throws {OutgoingError}
 */
export function exchange(
  dispatcher: Dispatcher,
  hop: Hop,
  { maxBytes, receive }: Reception,
  signal: AbortSignal,
): Promise<ExchangedAnswer> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined
    let settled = false
    let status = 0
    let headers: Readonly<Record<string, string>> = {}
    const body = new CappedBuffer(maxBytes)
    let stream: ChunkQueue | undefined

    const settle = (act: () => void) => {
      if (settled) return
      settled = true
      signal.removeEventListener('abort', abort)
      act()
    }
    const abort = () => {
      const failure = describeAbort(signal.reason, controller !== undefined, status)
      settle(() => reject(failure))
      stream?.end(failure)
      controller?.abort(new Error('cancelled'))
    }
    const finish = () =>
      settle(() => resolve({ status, headers, body: body.contents(), truncated: body.overflowed }))

    const startStream = (receiver: NonNullable<HttpRequest['receive']>): ChunkQueue => {
      const queue = new ChunkQueue({
        pause: () => controller?.pause(),
        resume: () => controller?.resume(),
        cancel: () => controller?.abort(new Error('not needed')),
      })
      receiver({ status, headers }, queue).then(finish, (error: unknown) => {
        settle(() => reject(error))
        controller?.abort(new Error('not received'))
      })
      return queue
    }

    if (signal.aborted) {
      abort()
      return
    }
    signal.addEventListener('abort', abort, { once: true })
    try {
      dispatcher.dispatch(
        {
          origin: hop.url.origin,
          path: hop.url.pathname + hop.url.search,
          method: hop.method,
          headers: isStreamed(hop.body)
            ? { ...hop.headers, 'content-length': String(hop.body.bytes) }
            : hop.headers,
          body: isStreamed(hop.body)
            ? Readable.from(hop.body.open(), { objectMode: false })
            : (hop.body ?? null),
          // Only the caller's deadline applies; pauses between bytes have no timeout of their own.
          headersTimeout: 0,
          bodyTimeout: 0,
        },
        {
          onRequestStart(started) {
            if (settled) started.abort(new Error('cancelled'))
            else controller = started
          },
          onResponseStart(_started, code, received) {
            if (code < 200) return
            status = code
            headers = joinHeaders(received)
            if (receive !== undefined && isSuccess(status) && !settled) stream = startStream(receive)
          },
          onResponseData(started, chunk) {
            if (stream !== undefined) stream.push(chunk)
            if (settled || stream !== undefined) return
            body.append(chunk)
            if (!body.overflowed) return
            finish()
            started.abort(new Error('response limit reached'))
          },
          onResponseEnd() {
            // Otherwise the answer is complete when its receiver is.
            if (stream === undefined) finish()
            else stream.end()
          },
          onResponseError(_started, error) {
            const failure = describeFailure(error, hop.url.host, controller !== undefined, status)
            settle(() => reject(failure))
            stream?.end(failure)
          },
        },
      )
    } catch (error) {
      settle(() => reject(describeFailure(error, hop.url.host, controller !== undefined, status)))
    }
  })
}

function isStreamed(body: Hop['body']): body is StreamedBody {
  return body !== undefined && 'open' in body
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300
}

function joinHeaders(
  received: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const joined = Object.entries(received).map(([name, value]): [string, string] => [
    name.toLowerCase(),
    Array.isArray(value) ? value.join(', ') : (value ?? ''),
  ])
  // From entries, so that a header named __proto__ is an ordinary property.
  return Object.fromEntries(joined)
}

function describeAbort(reason: unknown, started: boolean, status: number): unknown {
  if (!(reason instanceof OutgoingError)) return reason
  const phase = !started
    ? 'while connecting'
    : status === 0
      ? 'while waiting for the response'
      : 'while reading the response'
  return new OutgoingError(reason.reason, `${reason.message.replace(/\.$/, '')} (${phase}).`, {
    sent: started,
  })
}

function describeFailure(error: unknown, host: string, started: boolean, status: number): OutgoingError {
  if (error instanceof OutgoingError) return error
  const code = error instanceof Error ? String((error as NodeJS.ErrnoException).code) : ''
  if (code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED') {
    return new OutgoingError('aborted', 'The service is shutting down.', { sent: started, cause: error })
  }
  const options = { sent: started, cause: error }
  if (code.startsWith('HPE_') || code === 'UND_ERR_HEADERS_OVERFLOW') {
    return new OutgoingError('protocol', `The response of ${host} is not valid HTTP (${code}).`, options)
  }
  const phase = status === 0 ? 'before the response' : 'during the response'
  return new OutgoingError(
    'protocol',
    `The connection to ${host} failed ${phase}: ${describeCause(error)}.`,
    options,
  )
}
