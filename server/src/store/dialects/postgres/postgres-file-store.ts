import type pg from 'pg'
import { type ByteRange, LEFT_BEHIND, collectChunks } from '#domain/index.ts'
import type { FileStore } from '#ports/index.ts'
import { asAppError } from './postgres-database.ts'

/** Small enough that a query for one row holds up nothing, large enough that few are needed. */
const CHUNK_BYTES = 512 * 1024

/**
 * The driver makes a text of each value it reads, twice as long as the bytes, in a buffer that grows with it. Short pieces leave
 * less of that behind than a chunk as a whole, and what they leave is collected with other young memory.
 */
const PIECE_BYTES = 32 * 1024
/** The value is decompressed once, and not again for each piece. */
const READ_PIECES = `with chunk as materialized (
    select data || ''::bytea as data from file_chunks where content_id = $1 and position = $2
  )
  select substring(data from piece * ${PIECE_BYTES} + 1 for ${PIECE_BYTES}) as data
  from chunk, generate_series(0, greatest(octet_length(data) - 1, 0) / ${PIECE_BYTES}) as piece
  order by piece`

/**
 * Contents in rows of `file_chunks`, so that nothing else has to be installed beside PostgreSQL. Each row is committed on its
 * own: a slow upload holds no transaction open. A content counts only once a file is recorded for it.
 */
export function postgresFileStore(pool: pg.Pool): FileStore {
  const query = <Row extends pg.QueryResultRow>(text: string, values: unknown[]) =>
    pool.query<Row>(text, values).catch((error: unknown) => {
      throw asAppError(error)
    })
  return {
    async write(key, chunks) {
      let position = 0
      for await (const data of inChunksOf(CHUNK_BYTES, collectChunks(chunks, LEFT_BEHIND.database))) {
        await query('insert into file_chunks (content_id, position, data) values ($1, $2, $3)', [
          key,
          position,
          data,
        ])
        position += 1
      }
      // An empty content has a row as well: without any, it would look like a missing one.
      if (position === 0) {
        await query("insert into file_chunks (content_id, position, data) values ($1, 0, '')", [key])
      }
    },
    read: (key, range) => collectChunks(readPieces(key, range), LEFT_BEHIND.database),
    async remove(keys) {
      await query('delete from file_chunks where content_id = any($1::uuid[])', [keys])
    },
    close: async () => undefined,
  }

  async function* readPieces(key: string, range?: ByteRange): AsyncGenerator<Buffer> {
    const start = range?.start ?? 0
    const end = range?.end ?? Infinity
    let position = Math.floor(start / CHUNK_BYTES)
    for (; position * CHUNK_BYTES <= end; position += 1) {
      const { rows } = await query<{ data: Buffer }>(READ_PIECES, [key, position])
      if (rows.length === 0) {
        if (position === 0 || end !== Infinity) throw new Error(`There is no content ${key}.`)
        return
      }
      let offset = position * CHUNK_BYTES
      for (const { data } of rows) {
        const piece = data.subarray(Math.max(0, start - offset), Math.max(0, end - offset + 1))
        offset += data.length
        if (piece.length > 0) yield piece
      }
      if (offset < (position + 1) * CHUNK_BYTES) return
    }
  }
}

/** The same bytes in chunks of one size; only the last one is smaller. */
async function* inChunksOf(size: number, chunks: AsyncIterable<Uint8Array>): AsyncIterable<Buffer> {
  let waiting: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    let rest = chunk
    while (bytes + rest.length >= size) {
      const head = rest.subarray(0, size - bytes)
      yield Buffer.concat([...waiting, head])
      waiting = []
      rest = rest.subarray(head.length)
      bytes = 0
    }
    if (rest.length > 0) {
      // A copy: the sender may use the memory of its chunk again.
      waiting.push(Buffer.from(rest))
      bytes += rest.length
    }
  }
  if (bytes > 0) yield Buffer.concat(waiting)
}
