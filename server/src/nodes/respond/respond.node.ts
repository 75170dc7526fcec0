import Type from 'typebox'
import { isAnswerHeader, isJsonObject, type JsonObject } from '#domain/index.ts'
import { isFixed, toFinding } from '#nodes/parameters/review-constants.ts'
import { refuseParameter } from '#nodes/parameters/refuse-parameter.ts'
import { textOf } from '#nodes/parameters/line-parts.ts'
import type { NodeFailed, NodeKind } from '#ports/index.ts'

const NAME = /^[\w!#$%&'*+.^`|~-]{1,100}$/
/** Valid header values. A line break would start another header. */
const VALUE = /^[\t\u0020-\u007e\u00a0-\u00ff]{0,8000}$/

export const respondNode: NodeKind = {
  type: 'respond',
  title: 'Respond',
  summary:
    'Sends the response to the request that started the run, if the `webhook` node has `respond` set to `respond_node`. The run continues afterwards. If several `respond` nodes run, the first one counts.',
  family: 'action',
  icon: 'reply',
  keywords: ['webhook', 'answer', 'response', 'status'],
  line: `{{ ${textOf('(data.status ?? 200)')} }}`,
  parameters: Type.Object({
    status: Type.Optional(
      Type.Integer({
        title: 'Status',
        description: 'The HTTP status of the response.',
        minimum: 200,
        maximum: 599,
        default: 200,
      }),
    ),
    headers: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        title: 'Headers',
        examples: [{ 'Cache-Control': 'no-store' }],
        description:
          'Response headers, as strings or numbers. The body determines `Content-Type` unless you set it. Only these are sent: `Content-Type`, `Content-Disposition`, `Content-Language`, `Location`, `Cache-Control`, `Expires`, `ETag`, `Last-Modified`, `Vary`, `Retry-After`, `Allow`, `Deprecation`, `Sunset`, `RateLimit`, `Access-Control-…` (without credentials) and your own `X-…`. The log names what was left out.',
      }),
    ),
    body: Type.Optional(
      Type.Unknown({
        title: 'Body',
        examples: [{ accepted: true }],
        description:
          'The response body. A string is sent unchanged, a file as its content, and everything else as JSON. Defaults to the input of the node.',
      }),
    ),
  }),
  output: '`{status, headers, body}`, as sent.',
  example: { data: { status: 201, body: { accepted: true } } },
  handles: ['main'],
  // A client waits for the response, so it is recorded immediately instead of together with the end of the run.
  hasEffect: true,
  isComputed: true,
  responds: true,
  review(data) {
    const read = isFixed(data['headers']) ? readHeaders(data) : { headers: {} }
    return 'ok' in read ? [toFinding('headers', read)] : []
  },
  run({ parameters, previous, log }) {
    const read = readHeaders(parameters)
    if ('ok' in read) return read
    const { headers, leftOut } = keepAllowed(read.headers)
    if (leftOut.length > 0) {
      const names = leftOut.map((name) => `\`${name}\``).join(', ')
      log('warn', `The response is sent without ${names}: workflows cannot set this header.`)
    }
    const { status = 200, body = previous } = parameters
    return { ok: true, output: { status, headers, body } }
  },
}

function readHeaders({ headers: given }: JsonObject): { headers: Record<string, string> } | NodeFailed {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(isJsonObject(given) ? given : {})) {
    const text = typeof value === 'number' ? String(value) : value
    if (!NAME.test(name) || typeof text !== 'string' || !VALUE.test(text)) {
      return refuseParameter(
        `The parameter \`headers\` has an invalid entry "${name.slice(0, 100)}". Names must be valid header names, and values must be numbers or strings without line breaks.`,
      )
    }
    headers[name.toLowerCase()] = text
  }
  return { headers }
}

/** Answers come from our own origin: see `isAnswerHeader`. */
function keepAllowed(given: Readonly<Record<string, string>>) {
  const entries = Object.entries(given)
  return {
    headers: Object.fromEntries(entries.filter(([name]) => isAnswerHeader(name))),
    leftOut: entries.map(([name]) => name).filter((name) => !isAnswerHeader(name)),
  }
}
