import { hostOf, readOutgoingUrl } from '#domain/index.ts'
import { OutgoingError } from '../dial/outgoing-error.ts'
import { withoutBodyHeaders, withoutSecrets } from './request-headers.ts'

/** One request of a chain. */
export interface Hop {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | undefined
}

const redirectStatuses = new Set([301, 302, 303, 307, 308])

/** True when the answer asks to go elsewhere. One without a `location` is an answer like any other. */
export function isRedirect(status: number, location: string | undefined): location is string {
  return location !== undefined && redirectStatuses.has(status)
}

/**
 * The next request of the chain. Method and body change as the Fetch standard says; headers that carry secrets are lost
 * at the first change of origin, for good: each hop starts from what the hop before still had.
 *
 * @throws {OutgoingError} when the target must not be followed
 */
export function followRedirect(
  hop: Hop,
  status: number,
  location: string,
  secretHeaders: readonly string[],
): Hop {
  const from = hostOf(hop.url)
  const target = readOutgoingUrl(location, hop.url)
  if (!target.ok) {
    throw new OutgoingError('redirect', `${from} redirected to an address that ${target.problem}.`, {
      sent: true,
    })
  }
  if (hop.url.protocol === 'https:' && target.url.protocol === 'http:') {
    const message = `${from} redirected from https to http (${hostOf(target.url)}): not followed, because it would no longer be protected.`
    throw new OutgoingError('redirect', message, { sent: true })
  }
  const becomesGet =
    (status === 303 && hop.method !== 'GET' && hop.method !== 'HEAD') ||
    ((status === 301 || status === 302) && hop.method === 'POST')
  const headers =
    target.url.origin === hop.url.origin ? hop.headers : withoutSecrets(hop.headers, secretHeaders)
  return becomesGet
    ? { method: 'GET', url: target.url, headers: withoutBodyHeaders(headers), body: undefined }
    : { method: hop.method, url: target.url, headers, body: hop.body }
}
