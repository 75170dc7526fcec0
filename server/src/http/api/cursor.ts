import { crc32 } from 'node:zlib'
import { DEFAULT_LIMIT, MAX_LIMIT, type CursorMeta, type PageMeta } from '@millrace/contract/paging.ts'
import type { Issue } from '@millrace/contract/errors.ts'
import { invalid, isUuid } from '#domain/index.ts'
import type { CursorRequest, PageRequest } from '#ports/index.ts'

export function readPage(query: { page?: number; limit?: number }): PageRequest {
  return { page: query.page ?? 1, limit: readLimit(query.limit) }
}

export function pageMeta(page: PageRequest, total: number): PageMeta {
  return { page: page.page, limit: page.limit, total }
}

/** Requests one row more than the page holds: it shows whether there is a next page without a count. */
export function readCursor(query: { cursor?: string; limit?: number }): CursorRequest {
  const before = query.cursor === undefined ? undefined : decodeCursor(query.cursor)
  return { before, limit: readLimit(query.limit) + 1 }
}

export function cursorPage<T extends { id: string }>(
  request: CursorRequest,
  rows: readonly T[],
): { items: readonly T[]; meta: CursorMeta } {
  const limit = request.limit - 1
  const items = rows.slice(0, limit)
  const last = rows.length > limit ? items.at(-1) : undefined
  return {
    items,
    meta: {
      limit,
      next_cursor: last === undefined ? null : encodeCursor(last.id),
      has_more: last !== undefined,
    },
  }
}

export function readLimit(limit: number | undefined): number {
  return Math.min(limit ?? DEFAULT_LIMIT, MAX_LIMIT)
}

const ID_BYTES = 16

/** The cursor after the item with this id. Its checksum tells damage from an id that is not in the list any more. */
export function encodeCursor(id: string): string {
  const bytes = encodeId(id)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(bytes))
  return Buffer.concat([bytes, checksum]).toString('base64url')
}

function encodeId(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex')
}

/** The request check of lists: reports a cursor that is not one of ours. */
export function checkCursor(
  query: { cursor?: string },
  isValid: (path: string) => boolean,
): readonly Issue[] {
  if (query.cursor === undefined || !isValid('cursor')) return []
  return parseCursor(query.cursor) === undefined ? [INVALID_CURSOR] : []
}

export const INVALID_CURSOR: Issue = {
  path: 'cursor',
  message: 'is not a valid cursor; send `next_cursor` unchanged, or no cursor to start from the beginning',
}

function decodeCursor(cursor: string): string {
  const id = parseCursor(cursor)
  if (id === undefined) throw invalid([INVALID_CURSOR])
  return id
}

/** Cursors of earlier versions have no checksum: a program that pages while the service is upgraded goes on. */
function parseCursor(cursor: string): string | undefined {
  const hex = Buffer.from(cursor, 'base64url').toString('hex', 0, ID_BYTES)
  const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
  return isUuid(id) && (encodeCursor(id) === cursor || encodeId(id).toString('base64url') === cursor)
    ? id
    : undefined
}
