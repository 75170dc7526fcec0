import Type, { type Static } from 'typebox'
import { defineOperation } from './operation.ts'
import { CursorMetaSchema, CursorQuery } from './paging.ts'
import { DeletedSchema, IdSchema, nullable, textSchema, TimestampSchema } from './primitives.ts'

export const MAX_STATE_KEY = 200
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const scope = Type.Refine(
  Type.String({
    description: '`account`, or the id of a workflow.',
    examples: ['account', '01937b5e-8f3a-7c41-9a52-3d1f0c7be2aa'],
  }),
  (text) => text === 'account' || UUID.test(text),
  () => 'must be `account` or the id of a workflow',
)

const key = Type.Refine(
  Type.String({
    minLength: 1,
    maxLength: MAX_STATE_KEY,
    description: `The key: at most ${MAX_STATE_KEY} characters. In a path, it is percent-encoded.`,
    examples: ['orders'],
  }),
  (text) => !/\p{Cc}/u.test(text) && text.isWellFormed(),
  () => 'must not contain control characters or broken Unicode',
)

const described = {
  id: IdSchema,
  scope,
  key,
  kind: Type.Enum(['value', 'seen'], {
    description: '`value`, or `seen`: the items that an `only_new` node has passed on.',
  }),
  revision: Type.Integer({ minimum: 1, description: 'Counts the changes.' }),
  created_at: TimestampSchema,
  updated_at: TimestampSchema,
  expires_at: nullable(TimestampSchema),
}

const StateEntrySchema = Type.Object(
  {
    ...described,
    value: Type.Unknown({ description: 'Any JSON; null for `seen`.' }),
    remembered: nullable(
      Type.Integer({ minimum: 0, description: 'For `seen`: how many items are remembered.' }),
    ),
  },
  { title: 'StateEntry', description: 'Something that workflows remember between their runs.' },
)

const StateSummarySchema = Type.Object(
  {
    ...described,
    workflow_name: nullable(
      Type.String({ description: 'The name of the workflow whose scope it is; null for `account`.' }),
    ),
    preview: Type.String({ description: 'The beginning of the value as JSON text, up to 160 characters.' }),
  },
  { title: 'StateSummary', description: 'An entry of the state, without its value.' },
)

export type StateEntry = Static<typeof StateEntrySchema>
export type StateSummary = Static<typeof StateSummarySchema>

const params = Type.Object({ scope, key })

export const listState = defineOperation({
  id: 'listState',
  method: 'GET',
  path: '/state',
  tag: 'State',
  summary: 'List the state',
  description: 'What workflows remember, newest first. Entries that have expired are left out.',
  scope: 'state:read',
  extension: true,
  query: Type.Object({
    ...CursorQuery.properties,
    scope: Type.Optional(scope),
    prefix: Type.Optional(
      textSchema({
        maxLength: MAX_STATE_KEY,
        description: 'Only keys that begin with this text, in exactly this spelling.',
        examples: ['orders:'],
      }),
    ),
  }),
  success: {
    status: 200,
    description: 'A page of entries.',
    data: Type.Array(StateSummarySchema),
    meta: CursorMetaSchema,
  },
  example: { query: 'scope=account&prefix=order' },
})

export const getState = defineOperation({
  id: 'getState',
  method: 'GET',
  path: '/state/:scope/:key',
  tag: 'State',
  summary: 'Read a value',
  scope: 'state:read',
  extension: true,
  params,
  success: { status: 200, description: 'The entry.', data: StateEntrySchema },
  example: {},
})

export const putState = defineOperation({
  id: 'putState',
  method: 'PUT',
  path: '/state/:scope/:key',
  tag: 'State',
  summary: 'Set a value',
  description:
    'Creates the entry or replaces its value. With `If-Match`, only if nobody has changed it since it was read. A key that ' +
    'an `only_new` node uses is refused with 409.',
  scope: 'state:write',
  extension: true,
  conditional: true,
  conflicts: true,
  params,
  body: Type.Object({
    value: Type.Unknown({ description: 'Any JSON up to 256 KiB.' }),
    expires_at: Type.Optional(
      nullable(
        Type.String({
          format: 'date-time',
          description: 'When the value is forgotten; null or missing: never.',
        }),
      ),
    ),
  }),
  success: { status: 200, description: 'The entry.', data: StateEntrySchema },
  example: { body: { value: 42 } },
})

export const deleteState = defineOperation({
  id: 'deleteState',
  method: 'DELETE',
  path: '/state/:scope/:key',
  tag: 'State',
  summary: 'Delete a value',
  description: 'Forgets the value, or all items that an `only_new` node remembers under this key.',
  scope: 'state:write',
  extension: true,
  conditional: true,
  params,
  success: { status: 200, description: 'Confirmation.', data: DeletedSchema },
  example: {},
})
