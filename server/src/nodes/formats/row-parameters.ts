import type { JsonObject } from '#domain/index.ts'
import type { RowOptions } from '#nodes/format-operations/row-shaper.ts'
import type { NodeCall } from '#ports/index.ts'
import Type from 'typebox'

/** The parameters of nodes that read a portion of a table. */
export function rowParameters(when: JsonObject) {
  return {
    skip: Type.Optional(
      Type.Integer({
        title: 'Skip',
        description: 'How many rows to leave out at the start, besides the names.',
        default: 0,
        minimum: 0,
        maximum: 1_000_000_000,
        'x-when': when,
        'x-folded': true,
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        title: 'Limit',
        description: 'The most rows to read. Without it, all rows.',
        minimum: 1,
        maximum: 1_000_000_000,
        'x-when': when,
        'x-folded': true,
      }),
    ),
  }
}

export function readRowOptions({ parameters }: NodeCall): RowOptions {
  const { header = true, skip = 0, limit = null, columns = null } = parameters
  return {
    header: header as boolean,
    skip: skip as number,
    limit: limit as number | null,
    columns: columns as readonly string[] | null,
  }
}
