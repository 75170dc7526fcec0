import Type, { type TSchema } from 'typebox'

/**
 * The envelope of a node and the members of an edge, for the OpenAPI document and the reference. Requests are not
 * refused for them: a draft may hold an unfinished graph, and `POST /workflows/:id/check` reports what cannot run.
 */

const DAY_MS = 86_400_000

const RetryPolicySchema = Type.Object(
  {
    max_attempts: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100,
        default: 3,
        description: 'The number of attempts, the first one included.',
      }),
    ),
    initial_ms: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: DAY_MS,
        default: 1_000,
        description: 'The delay before the second attempt, in milliseconds.',
      }),
    ),
    factor: Type.Optional(
      Type.Number({
        minimum: 1,
        maximum: 100,
        default: 2,
        description: 'Each further delay is the previous one times this factor.',
      }),
    ),
    max_ms: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: DAY_MS,
        default: 300_000,
        description: 'The longest delay, in milliseconds. A `Retry-After` of the other side may exceed it.',
      }),
    ),
    jitter: Type.Optional(
      Type.Union([Type.Boolean(), Type.Number({ minimum: 0, maximum: 1 })], {
        default: 0.2,
        description:
          'The fraction of each delay that is random, from 0 to 1: with 0.2 a delay is 80 to 100 % of its full length. `true` means 0.2, `false` means 0.',
      }),
    ),
  },
  {
    title: 'RetryPolicy',
    description:
      'How a failed attempt is repeated. Without it the first failure is final. Failures that another attempt cannot fix, such as invalid parameters or HTTP 404, are never retried. A loop takes no `retry`: set it on the nodes inside.',
    examples: [{ max_attempts: 5, initial_ms: 500, factor: 2, max_ms: 60_000, jitter: 0.2 }],
  },
)

export const WorkflowNodeSchema = Type.Object(
  {
    id: Type.String({
      minLength: 1,
      description: 'Identifies the node within the workflow. Edges and expressions refer to it.',
      examples: ['fetch'],
    }),
    type: Type.String({
      minLength: 1,
      description: 'The kind of node: one of the types in the node reference.',
      examples: ['http'],
    }),
    name: Type.Optional(
      Type.String({
        description:
          'A label for people. Expressions may use it instead of the id: `nodes["Fetch order"].output`.',
        examples: ['Fetch order'],
      }),
    ),
    position: Type.Optional(
      Type.Object(
        {
          x: Type.Number({ description: 'Horizontal coordinate.' }),
          y: Type.Number({ description: 'Vertical coordinate.' }),
        },
        { description: 'Where an editor shows the node. The engine ignores it.' },
      ),
    ),
    data: Type.Optional(
      Type.Object(
        {
          join: Type.Optional(
            Type.Enum(['all', 'first'], {
              default: 'all',
              description:
                'Accepted by every type. `all`: the node waits until every incoming edge is taken or skipped. `first`: it runs at the first edge taken and ignores the others.',
            }),
          ),
        },
        {
          additionalProperties: true,
          default: {},
          description:
            'The parameters of the node, as listed for its type. Texts may contain expressions in `{{ }}`. The spellings `config` and `parameters` are accepted when `data` is absent.',
        },
      ),
    ),
    credential_id: Type.Optional(
      Type.String({
        description: 'The id of the credential that the node uses, for types that take one.',
        examples: ['01937b5e-8f3a-7c41-9a52-3d1f0c7be2aa'],
      }),
    ),
    disabled: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'A disabled node does nothing and passes its input on: at `main`, or at `done` for a loop, `default` for a switch and `approved` for an approval. A disabled `if` has no such handle and ends its branch.',
      }),
    ),
    retry: Type.Optional(RetryPolicySchema),
    on_error: Type.Optional(
      Type.Enum(['fail', 'continue', 'branch'], {
        default: 'fail',
        description:
          'What happens when the last attempt failed. `fail`: the loop around the node fails, or else the execution. `continue`: the run continues at `main` (`done` for a loop). `branch`: it continues at the handle `error`. In both cases the output is `{"error": {"code", "message"}}`.',
      }),
    ),
    timeout_ms: Type.Optional(
      Type.Number({
        minimum: 1,
        maximum: DAY_MS,
        default: 30_000,
        description:
          'How long one attempt may take, in milliseconds; then it fails with the code `TIMED_OUT`. On a `workflow` node it limits the wait for the other execution, which has no limit by default.',
      }),
    ),
    on_unknown: Type.Optional(
      Type.Enum(['retry', 'fail'], {
        default: 'retry',
        description:
          'What happens when the process died during an attempt that may have taken effect. `retry`: the attempt is repeated with the same `Idempotency-Key`. `fail`: the step fails with the code `UNKNOWN_OUTCOME`.',
      }),
    ),
  },
  {
    title: 'WorkflowNode',
    additionalProperties: true,
    description: 'A node that can run. Members that are not listed are stored and ignored.',
    examples: [
      {
        id: 'fetch',
        type: 'http',
        name: 'Fetch order',
        data: { url: 'https://api.example.com/orders/{{ input.order_id }}' },
        credential_id: '01937b5e-8f3a-7c41-9a52-3d1f0c7be2aa',
        retry: { max_attempts: 5 },
        on_error: 'branch',
        timeout_ms: 10_000,
      },
    ],
  },
)

export const WorkflowEdgeSchema = Type.Object(
  {
    id: Type.Optional(Type.String({ description: 'For editors. The engine ignores it.' })),
    source: Type.String({
      minLength: 1,
      description: 'The id of the node where the edge starts. The spelling `from` is accepted.',
    }),
    target: Type.String({
      minLength: 1,
      description: 'The id of the node that the edge leads to. The spelling `to` is accepted.',
    }),
    sourceHandle: Type.Optional(
      Type.String({
        default: 'main',
        description:
          'The output of the source that the edge leaves from: one of the handles of its type, or `error` with `on_error: branch`.',
      }),
    ),
  },
  {
    title: 'WorkflowEdge',
    additionalProperties: true,
    description: 'An edge that can run. Members that are not listed are stored and ignored.',
    examples: [{ source: 'check', target: 'notify', sourceHandle: 'true' }],
  },
)

const AnyObject = Type.Record(Type.String(), Type.Unknown(), {
  description: 'An unfinished one, in a draft.',
})

/** Any object is accepted; the second alternative documents those that can run. */
function lenient(schema: TSchema) {
  return Type.Unsafe<Record<string, unknown>>({ type: 'object', anyOf: [AnyObject, schema] })
}

export const nodes = Type.Array(lenient(WorkflowNodeSchema), {
  description:
    'The nodes of the graph, stored and returned as sent: a draft may be unfinished. `WorkflowNode` describes a node that can run; see the page "Nodes" of the reference.',
})

export const edges = Type.Array(lenient(WorkflowEdgeSchema), {
  description:
    'The edges of the graph, stored and returned as sent. `WorkflowEdge` describes an edge that can run.',
})

export const variables = Type.Record(Type.String(), Type.Unknown(), {
  description: 'Constants of this workflow. Every node can read them as `variables`.',
})
