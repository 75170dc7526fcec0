import Type, { type Static } from 'typebox'
import { FormFieldSchema } from './form.ts'
import { defineOperation } from './operation.ts'
import { CursorMetaSchema, CursorQuery } from './paging.ts'
import { IdParams, IdSchema, nullable, textSchema, TimestampSchema } from './primitives.ts'

/** The longest comment of a decision, in characters. */
export const MAX_COMMENT = 10_000

const WaitSchema = Type.Object(
  {
    id: IdSchema,
    execution_id: IdSchema,
    workflow_id: IdSchema,
    workflow_name: nullable(Type.String({ description: 'Null if the workflow was deleted.' })),
    is_test: Type.Boolean({ description: 'Whether the run executes the working copy.' }),
    key: Type.String({ description: 'The step that waits, as in the list of steps.' }),
    node_id: Type.String({ description: 'The node that waits.' }),
    node_name: nullable(Type.String({ description: 'The name of the node.' })),
    message: Type.String({ description: 'The question for the person who decides.' }),
    fields: Type.Array(FormFieldSchema, {
      description: 'Questions to answer together with the decision, as in a form.',
    }),
    since: TimestampSchema,
    until: nullable(TimestampSchema),
  },
  {
    title: 'Wait',
    description:
      'A step that waits for the decision of a person, from `since` until it times out at `until`.',
  },
)

const WaitListMetaSchema = Type.Object(
  {
    ...CursorMetaSchema.properties,
    total: Type.Integer({ minimum: 0, description: 'How many steps wait, on all pages.' }),
  },
  { title: 'WaitListMeta', description: 'The position in the list, and its length.' },
)

export type Wait = Static<typeof WaitSchema>
export type WaitListMeta = Static<typeof WaitListMetaSchema>

export const listWaits = defineOperation({
  id: 'listWaits',
  method: 'GET',
  path: '/waits',
  tag: 'Executions',
  summary: 'List what waits for a person',
  description:
    'Every step of a `wait` node that waits for an approval, in all runs of all workflows, newest first. ' +
    'A step that is answered or has timed out is no longer listed.',
  scope: 'executions:read',
  extension: true,
  query: Type.Object({
    ...CursorQuery.properties,
    execution_id: Type.Optional(IdSchema),
    workflow_id: Type.Optional(IdSchema),
  }),
  success: {
    status: 200,
    description: 'A page of waits.',
    data: Type.Array(WaitSchema),
    meta: WaitListMetaSchema,
  },
  example: { query: 'limit=10', execution: 'approval' },
})

const WaitAnswerSchema = Type.Object(
  {
    approved: Type.Boolean({
      description: 'True continues the run at `approved`, false continues it at `rejected`.',
    }),
    comment: Type.Optional(
      textSchema({ maxLength: MAX_COMMENT, description: 'A remark, part of the output of the step.' }),
    ),
    data: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        default: {},
        description:
          'The values of `fields` by name, checked as in a submission. A rejection does not require values.',
      }),
    ),
  },
  { title: 'WaitAnswer', description: 'The decision of a person.' },
)

const AcceptedAnswerSchema = Type.Object(
  {
    execution_id: IdSchema,
    wait_id: IdSchema,
    status: Type.Literal('accepted', { description: 'Always `accepted`: the decision is stored.' }),
  },
  { title: 'AcceptedAnswer', description: 'A decision that was stored for an execution.' },
)

export const answerWait = defineOperation({
  id: 'answerWait',
  method: 'POST',
  path: '/executions/:id/waits/:wait_id/answer',
  tag: 'Executions',
  summary: 'Approve or reject',
  description:
    'Answers a step that waits for an approval, and continues the run. The output of the step names who decided in `answered_by`. ' +
    'Refused with 409 if the step was answered before, has timed out, or its run has ended.',
  scope: 'executions:write',
  extension: true,
  params: Type.Object({ ...IdParams.properties, wait_id: IdSchema }),
  body: WaitAnswerSchema,
  success: { status: 202, description: 'The decision is stored.', data: AcceptedAnswerSchema },
  example: { body: { approved: true, comment: 'Fine by me.' }, execution: 'approval' },
})
