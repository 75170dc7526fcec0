import { ANY_ORIGIN, METHODS, type Webhook } from '#nodes/index.ts'
import type { InboundAnswer, InboundCall } from '#http/index.ts'

type Allowing = Pick<Webhook, 'method' | 'origins'>
type Sent = Pick<InboundCall, 'headers'>

/** How long a browser need not ask again. */
const MAX_AGE_SECONDS = 3_600

/** All methods that the webhook accepts, for `Allow` and for browsers. */
export function acceptedMethods({ method }: Pick<Webhook, 'method'>): string {
  return method === 'ANY' ? METHODS.filter((one) => one !== 'ANY').join(', ') : method
}

/** The answer to the question of a browser whether a page of another site may send its request. */
export function preflightAnswer(webhook: Allowing, call: Sent): InboundAnswer {
  const isAllowed = shareWithOrigin(webhook, call)['access-control-allow-origin'] !== undefined
  const asked = call.headers['access-control-request-headers']
  const allowed = {
    'access-control-allow-methods': acceptedMethods(webhook),
    ...(typeof asked === 'string' && { 'access-control-allow-headers': asked }),
    'access-control-max-age': String(MAX_AGE_SECONDS),
  }
  return { status: 204, headers: isAllowed ? allowed : {}, body: '' }
}

/** Headers that let a page of an allowed site read the answer. They never allow cookies: nobody is signed in here. */
export function shareWithOrigin({ origins }: Allowing, { headers }: Sent): Record<string, string> {
  const isForAll = origins.includes(ANY_ORIGIN)
  const { origin } = headers
  const isAllowed = isForAll || (typeof origin === 'string' && origins.includes(origin))
  return {
    // Caches must not show the answer for one site to the pages of another.
    ...(!isForAll && { vary: 'Origin' }),
    ...(isAllowed && {
      'access-control-allow-origin': isForAll ? ANY_ORIGIN : String(origin),
      'access-control-expose-headers': '*',
    }),
  }
}
