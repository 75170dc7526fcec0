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
  {
    page: Type.Integer({ description: 'The page that was read.' }),
    limit: Type.Integer({ description: 'Items per page.' }),
    total: Type.Integer({ description: 'Items on all pages.' }),
  },
  { title: 'PageMeta', description: 'Where in a page-numbered list the answer is.' },
)

export const CursorMetaSchema = Type.Object(
  {
    limit: Type.Integer({ description: 'Items per page.' }),
    next_cursor: nullable(
      Type.String({ description: 'Send it as `cursor` to read on; null at the end of the list.' }),
    ),
    has_more: Type.Boolean({ description: 'Whether there is anything after this page.' }),
  },
  { title: 'CursorMeta', description: 'How to read on in a list that grows with use.' },
)

export type PageMeta = Static<typeof PageMetaSchema>
export type CursorMeta = Static<typeof CursorMetaSchema>
