import { crc32 } from 'node:zlib'
import type { CursorMeta } from '@millrace/contract/paging.ts'
import type { Issue } from '@millrace/contract/errors.ts'
import { storableText } from '@millrace/contract/primitives.ts'
import { invalid } from '#domain/index.ts'
import { INVALID_CURSOR, readLimit } from './cursor.ts'

/** How a position in a list is written into its cursors. */
export interface PositionFormat<Position> {
  write(position: Position): string
  /** Undefined if `write` does not return such a text. */
  read(text: string): Position | undefined
}

export interface PositionRequest<Position> {
  readonly after: Position | undefined
  readonly limit: number
}

const CHECKSUM_BYTES = 4

/** The cursors of a list that is not sorted by id. A checksum tells damage from another position. */
export class PositionCursor<Position> {
  readonly #format: PositionFormat<Position>

  constructor(format: PositionFormat<Position>) {
    this.#format = format
  }

  /** The request check: reports a cursor that is not one of ours. */
  check(query: { cursor?: string }, isValid: (path: string) => boolean): readonly Issue[] {
    if (query.cursor === undefined || !isValid('cursor')) return []
    return this.#decode(query.cursor) === undefined ? [INVALID_CURSOR] : []
  }

  read(query: { cursor?: string; limit?: number }): PositionRequest<Position> {
    const after = query.cursor === undefined ? undefined : this.#decode(query.cursor)
    if (query.cursor !== undefined && after === undefined) throw invalid([INVALID_CURSOR])
    return { after, limit: readLimit(query.limit) }
  }

  /** @param next The position of the last item of the page; undefined at the end of the list. */
  meta(limit: number, next: Position | undefined): CursorMeta {
    return {
      limit,
      next_cursor: next === undefined ? null : this.#encode(next),
      has_more: next !== undefined,
    }
  }

  /** @param rows Up to one more than the page holds: it shows whether there is a next page. */
  page<Row extends { readonly position: Position }>(
    limit: number,
    rows: readonly Row[],
  ): { items: readonly Row[]; meta: CursorMeta } {
    const items = rows.slice(0, limit)
    return { items, meta: this.meta(limit, rows.length > limit ? items.at(-1)?.position : undefined) }
  }

  #encode(position: Position): string {
    const text = Buffer.from(this.#format.write(position))
    const checksum = Buffer.alloc(CHECKSUM_BYTES)
    checksum.writeUInt32BE(crc32(text))
    return Buffer.concat([text, checksum]).toString('base64url')
  }

  #decode(cursor: string): Position | undefined {
    const bytes = Buffer.from(cursor, 'base64url')
    const text = bytes.toString('utf8', 0, Math.max(0, bytes.length - CHECKSUM_BYTES))
    // Anybody can compute the checksum, and not every store accepts every text.
    const position = storableText(text) ? this.#format.read(text) : undefined
    return position !== undefined && this.#encode(position) === cursor ? position : undefined
  }
}
