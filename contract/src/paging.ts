import Type, { type Static } from 'typebox'
import { nullable } from './primitives.ts'

export const DEFAULT_LIMIT = 20
export const MAX_LIMIT = 100
export const MAX_PAGE = 1_000_000_000

function limitSchema(defaultLimit: number) {
  return Type.Optional(
    Type.Integer({
      minimum: 1,
      default: defaultLimit,
      description: `Items per page. A limit above ${MAX_LIMIT} is reduced to ${MAX_LIMIT}.`,
    }),
  )
}

const limit = limitSchema(DEFAULT_LIMIT)

export const PageQuery = Type.Object({
  page: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_PAGE, default: 1, description: 'Page number, from 1.' }),
  ),
  limit,
})

export const CursorQuery = Type.Object({
  cursor: Type.Optional(Type.String({ description: 'The `next_cursor` of the previous page.' })),
  limit,
})

/** For lists that had no pages once: without `limit`, their answer is as long as it was. */
export const LongCursorQuery = Type.Object({
  cursor: CursorQuery.properties.cursor,
  limit: limitSchema(MAX_LIMIT),
})

export const PageMetaSchema = Type.Object(
  {
    page: Type.Integer({ description: 'The number of this page.' }),
    limit: Type.Integer({ description: 'Items per page.' }),
    total: Type.Integer({ description: 'Items on all pages.' }),
  },
  { title: 'PageMeta', description: 'The position in a page-numbered list.' },
)

export const CursorMetaSchema = Type.Object(
  {
    limit: Type.Integer({ description: 'Items per page.' }),
    next_cursor: nullable(
      Type.String({ description: 'Send it as `cursor` to get the next page; null at the end of the list.' }),
    ),
    has_more: Type.Boolean({ description: 'Whether there is another page.' }),
  },
  { title: 'CursorMeta', description: 'The position in a list that is read by cursor.' },
)

export type PageMeta = Static<typeof PageMetaSchema>
export type CursorMeta = Static<typeof CursorMetaSchema>
