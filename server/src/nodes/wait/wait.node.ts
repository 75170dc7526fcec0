import Type from 'typebox'
import { NewFormFieldSchema } from '@millrace/contract/form.ts'
import { isJsonObject, type JsonObject } from '#domain/json.ts'
import { readSeconds, YEAR_SECONDS } from '#nodes/parameters/read-seconds.ts'
import { refuseParameter } from '#nodes/parameters/refuse-parameter.ts'
import type { NodeFailed, NodeKind, NodeResult } from '#ports/node-kind.ts'
import { checkWait } from './check-wait.ts'
import { readFields } from './read-fields.ts'
import { isWaitFor, WAITS_FOR, type WaitFor } from './wait-for.ts'

const HANDLES: Readonly<Record<WaitFor, readonly string[]>> = {
  event: ['main', 'timeout'],
  callback: ['main', 'timeout'],
  approval: ['approved', 'rejected', 'timeout'],
}

export const waitNode: NodeKind = {
  type: 'wait',
  title: 'Wait',
  summary:
    'Waits for an event, a call of a link, or the decision of a person. A run that waits costs nothing and survives a restart; the step shows the links it waits for, and nodes before it can send them: `execution.links.<id of the wait>.callback`, `.approve`, `.reject`.',
  group: 'core',
  parameters: Type.Object({
    for: Type.Enum([...WAITS_FOR], {
      title: 'Wait for',
      description:
        '`event`: a signal sent to this execution by name. `callback`: a request to the link of the step. Both go on at `main` with the data that came. `approval`: a person decides; goes on at `approved` or `rejected`. All go on at `timeout` when the time is over. Cannot be an expression.',
    }),
    event: Type.Optional(
      Type.String({
        title: 'Event',
        description: 'Needed for an event: its name.',
        minLength: 1,
        maxLength: 200,
        examples: ['order.paid'],
      }),
    ),
    match: Type.Optional(
      Type.Unknown({
        title: 'Match',
        description:
          'Which events of that name count: an expression such as `event.data.order_id == input.order_id`, or an object whose members the data of the event must have. All of them by default.',
        examples: ['event.data.order_id == input.order_id'],
      }),
    ),
    timeout_seconds: Type.Optional(
      Type.Unknown({
        title: 'Time-out in seconds',
        description: 'How long to wait, up to a year (31,536,000); as long as it takes by default.',
        examples: [86_400],
      }),
    ),
    message: Type.Optional(
      Type.String({
        title: 'Message',
        description: 'For an approval: what the person reads who decides.',
        maxLength: 10_000,
      }),
    ),
    fields: Type.Optional(
      Type.Array(NewFormFieldSchema, {
        title: 'Fields',
        description:
          'For an approval: questions the person answers with the decision, as in a form. The answers are part of the output.',
        maxItems: 100,
      }),
    ),
  }),
  literals: ['for'],
  standing: ['match'],
  output:
    'At `main`: the data of the event, or the body sent to the callback link. At `approved` and `rejected`: `{"approved", "comment", "data"}`; `comment` is absent if it is empty, `data` holds the values of `fields`. At `timeout`: `{"timed_out": true}`.',
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
      if (event === undefined) return refuseParameter('The parameter `event` is missing.')
      const name = event as string
      // A condition is kept and asked by the engine; only an object comes here.
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
