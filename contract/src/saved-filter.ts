/** Filters of the list of executions that people save for themselves, under `/app`. Not part of the public API. */
import Type, { type Static } from 'typebox'
import { ExecutionFilterSchema } from './execution-list.ts'
import { IdSchema, nameSchema, TimestampSchema } from './primitives.ts'

/** The most filters that one person saves. */
export const MAX_SAVED_FILTERS = 100

const name = nameSchema({ maxLength: 100, description: 'The name of the filter.' })

export const NewSavedFilterSchema = Type.Object({ name, filter: ExecutionFilterSchema })

export const SavedFilterChangeSchema = Type.Object({
  name: Type.Optional(name),
  filter: Type.Optional(ExecutionFilterSchema),
})

export const SavedFilterSchema = Type.Object({
  id: IdSchema,
  name: Type.String(),
  filter: ExecutionFilterSchema,
  created_at: TimestampSchema,
})

export type SavedFilter = Static<typeof SavedFilterSchema>
