import Type from 'typebox'
import { isJsonObject, type JsonObject } from '#domain/json.ts'
import { refuseParameter } from '#nodes/parameters/refuse-parameter.ts'
import type { NodeKind } from '#ports/node-kind.ts'

const NAME = /^[\w!#$%&'*+.^`|~-]{1,100}$/
/** What a header can hold: a line break would begin another one. */
const VALUE = /^[\t\u0020-\u007e\u00a0-\u00ff]{0,8000}$/

export const respondNode: NodeKind = {
  type: 'respond',
  title: 'Respond',
  summary:
    'Answers the request that started the run, where its `webhook` waits for a `respond` node. The run goes on behind it. Of several the first one that ran counts.',
  group: 'core',
  parameters: Type.Object({
    status: Type.Optional(
      Type.Integer({
        title: 'Status',
        description: 'The status of the answer.',
        minimum: 200,
        maximum: 599,
        default: 200,
      }),
    ),
    headers: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        title: 'Headers',
        description:
          'Texts and numbers. `Content-Type` follows from the body unless it is given. Cookies, and headers that belong to the connection, are left out.',
      }),
    ),
    body: Type.Optional(
      Type.Unknown({
        title: 'Body',
        description: 'A text is sent as it is, everything else as JSON; what came in by default.',
      }),
    ),
  }),
  output: '`{status, headers, body}`, as sent.',
  example: { data: { status: 201, body: { accepted: true } } },
  handles: ['main'],
  // Somebody waits for it: it is recorded at once, and not with the end of the run.
  hasEffect: true,
  run({ parameters, previous }) {
    const headers: Record<string, string> = {}
    for (const [name, value] of Object.entries(readHeaders(parameters))) {
      const text = typeof value === 'number' ? String(value) : value
      if (!NAME.test(name) || typeof text !== 'string' || !VALUE.test(text)) {
        return refuseParameter(
          `The parameter \`headers\` has an entry "${name.slice(0, 100)}" that is no header.`,
        )
      }
      headers[name.toLowerCase()] = text
    }
    const { status = 200, body = previous } = parameters
    return { ok: true, output: { status, headers, body } }
  },
}

function readHeaders({ headers }: JsonObject): JsonObject {
  return isJsonObject(headers) ? headers : {}
}
