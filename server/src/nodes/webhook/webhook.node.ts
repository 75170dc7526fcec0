import Type from 'typebox'
import { concurrencyParameter } from '#nodes/parameters/concurrency-parameter.ts'
import type { NodeKind } from '#ports/node-kind.ts'
import {
  AUTHS,
  DEFAULT_AUTH_HEADER,
  DEFAULT_WAIT_SECONDS,
  METHODS,
  MOST_WAIT_SECONDS,
  readWebhook,
  RESPONDS,
  SIGNATURES,
} from './read-webhook.ts'

export const webhookNode: NodeKind = {
  type: 'webhook',
  title: 'Webhook',
  summary:
    'Starts a run with every request to the address of the node, while the workflow is published. The input of the run is the request: `method`, `path`, `query`, `headers`, `body`.',
  group: 'trigger',
  parameters: Type.Object({
    method: Type.Optional(
      Type.Enum([...METHODS], {
        title: 'Method',
        description: 'The method a request must have. Others are answered with 405.',
        default: 'POST',
      }),
    ),
    auth: Type.Optional(
      Type.Enum([...AUTHS], {
        title: 'Who may send',
        description:
          '`none`: whoever knows the address. `header`: the credential of the node must be in a header. `basic`: user and password. `hmac`: the body must be signed with the credential.',
        default: 'none',
      }),
    ),
    auth_header: Type.Optional(
      Type.String({
        title: 'Header',
        description: 'For `header`: the name of the header that carries the secret.',
        default: DEFAULT_AUTH_HEADER,
      }),
    ),
    signature: Type.Optional(
      Type.Enum([...SIGNATURES], {
        title: 'Form of the signature',
        description:
          'For `hmac`. Where the form carries a time, it must not differ from ours by more than five minutes.',
        default: 'standard-webhooks',
      }),
    ),
    respond: Type.Optional(
      Type.Enum([...RESPONDS], {
        title: 'Answer',
        description:
          '`at_once`: 202 with the id of the execution. `last_node`: the output of the run. `respond_node`: what the first `respond` node says.',
        default: 'at_once',
      }),
    ),
    wait_seconds: Type.Optional(
      Type.Number({
        title: 'Seconds to wait',
        description:
          'How long an answer waits for the run. When the time is over the answer is 202 with the id of the execution, and the run goes on.',
        exclusiveMinimum: 0,
        maximum: MOST_WAIT_SECONDS,
        default: DEFAULT_WAIT_SECONDS,
      }),
    ),
    dedupe: Type.Optional(
      Type.String({
        title: 'Same delivery',
        description:
          'The name of a header, or an expression over `input`. A request with a value that came within the last 24 hours starts nothing, and is answered with the first execution.',
        examples: ['X-GitHub-Delivery', '{{ input.body.id }}'],
      }),
    ),
    concurrency: concurrencyParameter,
  }),
  // Read before there is a run.
  literals: [
    'method',
    'auth',
    'auth_header',
    'signature',
    'respond',
    'wait_seconds',
    'dedupe',
    'concurrency',
  ],
  output:
    'The input of the run: `{method, path, query, headers, body}`. `path` is the part after the key of the URL. JSON and form bodies are parsed, text stays text, other content is `{"base64": "…"}`.',
  example: { data: { method: 'POST', respond: 'last_node', dedupe: '{{ input.body.order_id }}' } },
  handles: ['main'],
  hasEffect: false,
  isInstant: true,
  check(data) {
    const read = readWebhook(data)
    return read.ok ? [] : read.problems
  },
  run: ({ previous }) => ({ ok: true, output: previous }),
}
