import { hostOf, readOutgoingUrl } from '#domain/index.ts'
import type { StreamedBody } from '#ports/index.ts'
import { OutgoingError } from '../dial/outgoing-error.ts'
import { withoutBodyHeaders, withoutSecrets } from './request-headers.ts'

/** One request of a redirect chain. */
export interface Hop {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | StreamedBody | undefined
}

const redirectStatuses = new Set([301, 302, 303, 307, 308])

/** True if the response is a redirect. A response without a `location` is not. */
export function isRedirect(status: number, location: string | undefined): location is string {
  return location !== undefined && redirectStatuses.has(status)
}

/**
 * The next request of the chain. Method and body change as in the Fetch standard. Headers with secrets are dropped at the
 * first change of origin and never restored, because each hop starts from the headers of the previous one.
 *
 * @throws {OutgoingError} if the redirect must not be followed
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
    throw new OutgoingError(
      'redirect',
      `The redirect from ${from} was not followed: its URL ${target.problem}.`,
      {
        sent: true,
      },
    )
  }
  if (hop.url.protocol === 'https:' && target.url.protocol === 'http:') {
    const message = `The redirect from ${from} to ${hostOf(target.url)} was not followed: it leads from https to unencrypted http.`
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
