import Type, { type Static } from 'typebox'
import { nullable } from './primitives.ts'

export const DEFAULT_LIMIT = 20
export const MAX_LIMIT = 100
export const MAX_PAGE = 1_000_000_000

const limit = Type.Optional(
  Type.Integer({
    minimum: 1,
    default: DEFAULT_LIMIT,
    description: `Items per page. More than ${MAX_LIMIT} is served as ${MAX_LIMIT}.`,
  }),
)

export const PageQuery = Type.Object({
  page: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_PAGE, default: 1, description: 'Page number.' }),
  ),
  limit,
})

export const CursorQuery = Type.Object({
  cursor: Type.Optional(Type.String({ description: 'The `next_cursor` of the page before.' })),
  limit,
})

export const PageMetaSchema = Type.Object(
  { page: Type.Integer(), limit: Type.Integer(), total: Type.Integer() },
  { title: 'PageMeta' },
)

export const CursorMetaSchema = Type.Object(
  { limit: Type.Integer(), next_cursor: nullable(Type.String()), has_more: Type.Boolean() },
  { title: 'CursorMeta' },
)

export type PageMeta = Static<typeof PageMetaSchema>
export type CursorMeta = Static<typeof CursorMetaSchema>
