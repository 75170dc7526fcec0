import Type from 'typebox'
import { concurrencyParameter } from '#nodes/parameters/concurrency-parameter.ts'
import { HttpParameters } from '#nodes/http/http-parameters.ts'
import { IntegrationParameters } from '#nodes/integration/integration-parameters.ts'
import { scheduleParameters } from '#nodes/schedule/schedule-parameters.ts'

export const REQUESTS = ['http', 'integration'] as const
export const MODES = ['item', 'batch'] as const
export const FIRST_POLLS = ['skip', 'take'] as const
export const POLL_MISFIRES = ['once', 'skip'] as const

export const POLL_DEFAULTS = { maxItems: 100, remember: 10_000, timeoutSeconds: 30 } as const
export const POLL_MAXIMA = { maxItems: 1_000, remember: 100_000, timeoutSeconds: 120 } as const

/** Parameters of the request, by what sends it. They have the names that the nodes `http` and `integration` give them. */
export const REQUEST_PARAMETERS = {
  http: ['method', 'url', 'query', 'headers', 'body', 'api_key_header'],
  integration: ['integration_id', 'type', 'action', 'parameters'],
} as const

const http = HttpParameters.properties
const integration = IntegrationParameters.properties

/** With a condition under which forms show the parameter. A copy of an optional schema is not optional. */
const when = <T extends object>(schema: T, request: (typeof REQUESTS)[number], more: object = {}): T => ({
  ...schema,
  ...more,
  'x-when': { request: [request] },
})

const expression = (title: string, description: string, example: string) =>
  Type.Optional(Type.Unknown({ title, description, examples: [example] }))

export const PollParameters = Type.Object({
  ...scheduleParameters,
  request: Type.Optional(
    Type.Enum([...REQUESTS], {
      title: 'Request',
      description: '`http`: an HTTP request. `integration`: an action of a connected integration.',
      default: 'http',
    }),
  ),
  url: Type.Optional(
    when(http.url, 'http', {
      description:
        'The URL to fetch. Expressions can use `input.cursor`, which is null in the first poll, `variables` and `now`.',
      examples: ['https://api.example.com/orders'],
    }),
  ),
  method: Type.Optional(
    when(Type.Enum(['GET', 'POST'], { title: 'Method', default: 'GET' }), 'http', {
      description: 'The HTTP method.',
    }),
  ),
  query: Type.Optional(when(http.query, 'http', { examples: [{ since: '{{ input.cursor }}', limit: 100 }] })),
  headers: Type.Optional(when(http.headers, 'http')),
  body: Type.Optional(
    Type.Unknown({
      title: 'Body',
      'x-when': { method: ['POST'] },
      description: 'The request body. If it is missing or null, the request has no body.',
      examples: [{ since: '{{ input.cursor }}' }],
    }),
  ),
  api_key_header: Type.Optional(when(http.api_key_header, 'http')),
  integration_id: Type.Optional(when(integration.integration_id, 'integration')),
  type: Type.Optional(when(integration.type, 'integration')),
  action: Type.Optional(when(integration.action, 'integration')),
  parameters: Type.Optional(when(integration.parameters, 'integration')),
  items: expression(
    'Items',
    'The list of items in the response, which is `previous`. By default `previous.body`, or the result of the action.',
    '{{ previous.body.orders }}',
  ),
  key: expression(
    'Key',
    'What identifies an item, which is `item`. Items whose key was seen before are not new. By default `item.id`; of an item without an id, all of it.',
    '{{ item.id }}',
  ),
  cursor: expression(
    'Cursor',
    'What the next poll gets as `input.cursor`. It can use `previous`, `input.items` and `input.cursor`. If it is null or empty, the cursor stays what it was.',
    '{{ previous.body.next_cursor }}',
  ),
  has_more: expression(
    'Has more',
    'Whether there are more items to fetch with the new cursor. If true, the next poll follows at once, or after a second if this one brought nothing new.',
    '{{ previous.body.has_more }}',
  ),
  mode: Type.Optional(
    Type.Enum([...MODES], {
      title: 'Runs',
      description:
        '`item`: one run for each new item, with the input `{item, polled_at}`. `batch`: one run for all new items of a poll, with the input `{items, polled_at}`.',
      default: 'item',
    }),
  ),
  first_poll: Type.Optional(
    Type.Enum([...FIRST_POLLS], {
      title: 'First poll',
      description:
        'The first poll happens at once when the workflow is published, or at `start`. `skip`: items that exist by then are remembered and start no runs. `take`: they are new.',
      default: 'skip',
    }),
  ),
  max_items: Type.Optional(
    Type.Integer({
      title: 'Maximum items',
      description:
        'How many new items a poll takes. If there are more, the next poll follows at once and takes the others.',
      minimum: 1,
      maximum: POLL_MAXIMA.maxItems,
      default: POLL_DEFAULTS.maxItems,
    }),
  ),
  remember: Type.Optional(
    Type.Integer({
      title: 'Remembered items',
      description:
        'How many keys are remembered: those seen last, and at least those of the latest response.',
      minimum: 1,
      maximum: POLL_MAXIMA.remember,
      default: POLL_DEFAULTS.remember,
    }),
  ),
  timeout_seconds: Type.Optional(
    Type.Integer({
      title: 'Time limit in seconds',
      description: 'How long a poll may take.',
      minimum: 1,
      maximum: POLL_MAXIMA.timeoutSeconds,
      default: POLL_DEFAULTS.timeoutSeconds,
    }),
  ),
  misfire: Type.Optional(
    Type.Enum([...POLL_MISFIRES], {
      title: 'Missed polls',
      description:
        'What to do about times missed by more than a minute because the service was down. `once`: poll at once. `skip`: poll at the next time.',
      default: 'once',
    }),
  ),
  concurrency: concurrencyParameter,
})
