import Type, { type Static } from 'typebox'
import { defineOperation } from './operation.ts'
import { IdParams, nullable } from './primitives.ts'

export const JSON_TYPES = ['null', 'boolean', 'number', 'string', 'array', 'object'] as const

const type = Type.Enum([...JSON_TYPES], { description: 'The JSON type.' })
const size = Type.Integer({ minimum: 0, description: 'The length of the value as JSON, in characters.' })
const length = nullable(
  Type.Integer({
    minimum: 0,
    description: 'The number of entries of an array or object, or of characters of a string.',
  }),
)
const value = Type.Optional(
  Type.Unknown({ description: 'The value, if it is small. For a long string: its beginning.' }),
)
const is_whole = Type.Boolean({ description: 'Whether `value` is the whole value.' })

const DataEntrySchema = Type.Object(
  {
    key: Type.Union([Type.String(), Type.Integer()], {
      description: 'The name of the member, or the index from 0.',
    }),
    type,
    size,
    length,
    value,
    is_whole,
  },
  { title: 'DataEntry', description: 'An entry of an array or object.' },
)

const DataSliceSchema = Type.Object(
  {
    type,
    size,
    length,
    value,
    is_whole,
    offset: Type.Integer({ minimum: 0, description: 'The position of the first entry or character.' }),
    entries: Type.Array(DataEntrySchema, { description: 'The requested entries of an array or object.' }),
  },
  { title: 'DataSlice', description: 'A part of the data of an execution.' },
)

export type DataEntry = Static<typeof DataEntrySchema>
export type DataSlice = Static<typeof DataSliceSchema>

const step = Type.Optional(
  Type.String({
    maxLength: 4_096,
    description: 'The `key` of a step. Without it, the data is that of the execution as a whole.',
  }),
)
const part = Type.Optional(Type.Enum(['input', 'output'], { default: 'output', description: 'Which data.' }))

export const readExecutionData = defineOperation({
  id: 'readExecutionData',
  method: 'GET',
  path: '/executions/:id/data',
  tag: 'Executions',
  summary: 'Read a part of the data of an execution',
  description:
    'Large inputs and outputs can be read piece by piece: `pointer` selects a value, `offset` and `limit` select its entries. ' +
    'Entries that are large themselves come without their value.',
  scope: 'executions:read',
  extension: true,
  params: IdParams,
  query: Type.Object({
    step,
    part,
    pointer: Type.Optional(
      Type.String({
        maxLength: 4_096,
        description:
          'A JSON pointer (RFC 6901) to the value, such as `/items/3/name`. Defaults to the whole.',
      }),
    ),
    offset: Type.Optional(
      Type.Integer({ minimum: 0, default: 0, description: 'The first entry or character.' }),
    ),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_000, default: 100, description: 'How many entries.' }),
    ),
  }),
  success: { status: 200, description: 'The part.', data: DataSliceSchema },
  example: { query: 'part=input' },
})

export const downloadExecutionData = defineOperation({
  id: 'downloadExecutionData',
  method: 'GET',
  path: '/executions/:id/data/content',
  tag: 'Executions',
  summary: 'Download the data of an execution',
  description: 'The input or output of a step, or of the execution, as a JSON file.',
  scope: 'executions:read',
  extension: true,
  params: IdParams,
  query: Type.Object({ step, part }),
  success: {
    status: 200,
    description: 'The data.',
    data: Type.Unknown({ description: 'The input or output itself, without an envelope.' }),
    mediaType: 'application/json',
  },
  example: { query: 'part=input' },
})
