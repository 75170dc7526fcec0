import Type from 'typebox'
import { concurrencyParameter } from '#nodes/parameters/concurrency-parameter.ts'
import type { NodeKind } from '#ports/index.ts'
import {
  AUTHS,
  DEFAULT_AUTH_HEADER,
  DEFAULT_WAIT_SECONDS,
  findLongInWebhook,
  MAX_ORIGINS,
  MAX_WAIT_SECONDS,
  METHODS,
  readWebhook,
  RESPONDS,
  SIGNATURES,
} from './read-webhook.ts'

export const webhookNode: NodeKind = {
  type: 'webhook',
  title: 'Webhook',
  summary:
    'Starts a run for every request to the URL of the node while the workflow is published. The input of the run is the request: `method`, `path`, `query`, `headers`, `body`.',
  family: 'trigger',
  icon: 'webhook',
  keywords: ['http', 'request', 'receive', 'inbound', 'url', 'trigger'],
  line: '{{ data.method ?? "POST" }}{{ data.auth === "header" ? ", secret header" : data.auth === "basic" ? ", password" : data.auth === "hmac" ? ", signed" : "" }}',
  credentialTypes: ['api_key', 'custom_header', 'basic_auth'],
  parameters: Type.Object({
    method: Type.Optional(
      Type.Enum([...METHODS], {
        title: 'Method',
        description: 'The HTTP method to accept. Requests with another method get 405.',
        default: 'POST',
      }),
    ),
    auth: Type.Optional(
      Type.Enum([...AUTHS], {
        title: 'Authentication',
        description:
          'How senders prove who they are. `none`: anyone who knows the URL can send. `header`: a header must contain the credential of the node. `basic`: user name and password. `hmac`: the body must be signed with the credential.',
        default: 'none',
      }),
    ),
    auth_header: Type.Optional(
      Type.String({
        title: 'Header',
        'x-when': { auth: ['header'] },
        description: 'For `header`: the name of the header that contains the secret.',
        default: DEFAULT_AUTH_HEADER,
      }),
    ),
    signature: Type.Optional(
      Type.Enum([...SIGNATURES], {
        title: 'Signature format',
        'x-when': { auth: ['hmac'] },
        description:
          'For `hmac`: the format of the signature. If it includes a timestamp, the timestamp must be within five minutes of the current time.',
        default: 'standard-webhooks',
      }),
    ),
    respond: Type.Optional(
      Type.Enum([...RESPONDS], {
        title: 'Response',
        description:
          '`at_once`: 202 with the id of the execution, immediately. `last_node`: the output of the run. `respond_node`: the response of the first `respond` node that runs.',
        default: 'at_once',
      }),
    ),
    wait_seconds: Type.Optional(
      Type.Number({
        title: 'Response timeout in seconds',
        'x-when': { respond: ['last_node', 'respond_node'] },
        description:
          'How long a response waits for the run. After that, the response is 202 with the id of the execution, and the run continues.',
        exclusiveMinimum: 0,
        maximum: MAX_WAIT_SECONDS,
        default: DEFAULT_WAIT_SECONDS,
      }),
    ),
    dedupe: Type.Optional(
      Type.String({
        title: 'Deduplication key',
        description:
          'The name of a header, or an expression that uses `input`. A request whose value was already received within the last 24 hours starts no run; the response names the first execution.',
        examples: ['X-GitHub-Delivery', '{{ input.body.id }}'],
      }),
    ),
    allowed_origins: Type.Optional(
      Type.Array(Type.String(), {
        title: 'Allowed origins',
        description:
          'The sites whose pages may send requests from a browser and read the responses, such as `https://www.example.com`; `*` allows all. Requests from elsewhere than a browser do not need it.',
        maxItems: MAX_ORIGINS,
        examples: [['https://www.example.com']],
      }),
    ),
    concurrency: concurrencyParameter,
  }),
  // Read before a run exists, so there is nothing to evaluate expressions with.
  literals: [
    'method',
    'auth',
    'auth_header',
    'signature',
    'respond',
    'wait_seconds',
    'dedupe',
    'allowed_origins',
    'concurrency',
  ],
  output:
    'The input of the run: `{method, path, query, headers, body}`. `path` is the part after the key of the URL. JSON and form bodies are parsed, text stays text, the fields of a multipart form are texts and files, and other content is a file.',
  example: { data: { method: 'POST', respond: 'last_node', dedupe: '{{ input.body.order_id }}' } },
  handles: ['main'],
  hasEffect: false,
  isInstant: true,
  check(data) {
    const read = readWebhook(data, { long: 'skip' })
    return read.ok ? [] : read.problems
  },
  review: (data) => findLongInWebhook(data).map((problem) => ({ severity: 'error', ...problem })),
  ownExpressions: ['dedupe'],
  neededCredential: ({ auth }) =>
    auth === undefined || auth === 'none'
      ? undefined
      : { types: ['api_key', 'custom_header', 'basic_auth'], purpose: ' to authenticate senders' },
  run: ({ previous }) => ({ ok: true, output: previous }),
}
