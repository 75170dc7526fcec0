import Type from 'typebox'
import { NewFormFieldSchema } from '@millrace/contract/form.ts'
import { isJsonObject, type JsonObject } from '#domain/index.ts'
import { readSeconds, YEAR_SECONDS } from '#nodes/parameters/read-seconds.ts'
import { refuseParameter } from '#nodes/parameters/refuse-parameter.ts'
import { duration, listOf, textOf } from '#nodes/parameters/line-parts.ts'
import type { NodeFailed, NodeKind, NodeResult } from '#ports/index.ts'
import { checkWait } from './check-wait.ts'
import { readFields } from './read-fields.ts'
import { isWaitFor, WAITS_FOR, type WaitFor } from './wait-for.ts'

const HANDLES: Readonly<Record<WaitFor, readonly string[]>> = {
  event: ['main', 'timeout'],
  callback: ['main', 'timeout'],
  approval: ['approved', 'rejected', 'timeout'],
}

/** The same as `handles`, for editors. */
const HANDLES_EXPRESSION =
  'data.for === "approval" ? ["approved", "rejected", "timeout"] : ["main", "timeout"]'
const WAIT_LINE = `data.for === "event" && data.event != null ? ${textOf('data.event')} : ${textOf('data.for')}`

export const waitNode: NodeKind = {
  type: 'wait',
  title: 'Wait',
  summary:
    'Waits for an event, for a request to a link, or for the decision of a person. A waiting run uses no resources and survives a restart. The step shows its links, and earlier nodes can send them: `execution.links.<id of the wait node>.callback`, `.approve`, `.reject`.',
  family: 'people',
  icon: 'user-check',
  keywords: ['approval', 'approve', 'callback', 'event', 'signal', 'human', 'pause'],
  line: listOf(WAIT_LINE, duration('data.timeout_seconds')),
  handlesExpression: HANDLES_EXPRESSION,
  parameters: Type.Object({
    for: Type.Enum([...WAITS_FOR], {
      title: 'Wait for',
      description:
        '`event`: a signal with this name, sent to the execution. `callback`: a request to the link of the step. Both continue at `main` with the data they receive. `approval`: a person decides, and the run continues at `approved` or `rejected`. All of them continue at `timeout` when the timeout expires. Cannot be an expression.',
    }),
    event: Type.Optional(
      Type.String({
        title: 'Event',
        'x-when': { for: ['event'] },
        description: 'Required for `event`: the name of the event.',
        minLength: 1,
        maxLength: 200,
        examples: ['order.paid'],
      }),
    ),
    match: Type.Optional(
      Type.Unknown({
        title: 'Match',
        'x-when': { for: ['event'] },
        description:
          'Which events with that name to accept: an expression such as `event.data.order_id == input.order_id`, or an object whose members the data of the event must contain. By default, every event is accepted.',
        examples: ['event.data.order_id == input.order_id'],
      }),
    ),
    timeout_seconds: Type.Optional(
      Type.Unknown({
        title: 'Timeout in seconds',
        description: 'How long to wait, at most one year (31,536,000). By default there is no timeout.',
        examples: [86_400],
      }),
    ),
    message: Type.Optional(
      Type.String({
        title: 'Message',
        'x-format': 'multiline',
        'x-when': { for: ['approval'] },
        examples: ['Refund order {{ input.order_id }}?'],
        description: 'For `approval`: the message that the person who decides reads.',
        maxLength: 10_000,
      }),
    ),
    fields: Type.Optional(
      Type.Array(NewFormFieldSchema, {
        title: 'Fields',
        'x-format': 'form-fields',
        'x-when': { for: ['approval'] },
        description:
          'For `approval`: questions to answer together with the decision, as in a form. The output contains the answers.',
        maxItems: 100,
      }),
    ),
  }),
  literals: ['for'],
  liveConditions: ['match'],
  output:
    'At `main`: the data of the event, or the body sent to the callback link. At `approved` and `rejected`: `{"approved", "comment", "data"}`; `comment` is absent if it is empty, `data` holds the values of `fields`, and `answered_by` names the person or API key that decided, unless the answer came by a link. At `timeout`: `{"timed_out": true}`.',
  example: {
    data: {
      for: 'event',
      event: 'order.paid',
      match: 'event.data.order_id == input.order_id',
      timeout_seconds: 86_400,
    },
  },
  notes: [
    'If the wait times out and no edge leaves from `timeout`, the step fails with the code `TIMED_OUT`.',
  ],
  handles: ({ for: kind }) => HANDLES[isWaitFor(kind) ? kind : 'event'],
  handleWhenDisabled: ({ for: kind }) => (kind === 'approval' ? 'approved' : 'main'),
  hasEffect: false,
  check: checkWait,
  linkedWait: ({ for: kind }) => (kind === 'callback' || kind === 'approval' ? kind : undefined),
  run({ parameters, now }) {
    const until = readTimeout(parameters, now)
    if (typeof until === 'object' && until !== null) return until
    return waitFor(parameters['for'] as WaitFor, parameters, until)
  },
}

function waitFor(kind: WaitFor, parameters: JsonObject, until: number | null): NodeResult {
  switch (kind) {
    case 'callback':
      return { wait: { for: kind, until } }
    case 'event': {
      const { event, match } = parameters
      if (event === undefined)
        return refuseParameter(
          'The parameter `event` is missing. Set it to the name of the event to wait for.',
        )
      const name = event as string
      // The engine stores and evaluates a `match` that is a condition; `run` only sees objects.
      return { wait: { for: kind, until, event: name, ...(isJsonObject(match) ? { match } : {}) } }
    }
    case 'approval': {
      const { fields, issues } = readFields(parameters['fields'])
      const [first] = issues
      if (first !== undefined) return refuseParameter(`The parameter \`${first.path}\` ${first.message}.`)
      const message = (parameters['message'] as string | undefined) ?? 'A workflow asks for your approval.'
      return { wait: { for: kind, until, request: { message, fields } } }
    }
    default:
      return kind satisfies never
  }
}

function readTimeout({ timeout_seconds: timeout }: JsonObject, now: number): number | null | NodeFailed {
  if (timeout === undefined || timeout === null) return null
  const seconds = readSeconds(timeout)
  return seconds === undefined
    ? refuseParameter(`The parameter \`timeout_seconds\` must be a number from 0 to ${YEAR_SECONDS}.`)
    : now + Math.ceil(seconds * 1000)
}
