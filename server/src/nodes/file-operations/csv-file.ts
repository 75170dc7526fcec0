import { csvReader, type CsvParseOptions, refuseCsv } from '#nodes/format-operations/csv-text.ts'
import type { FormatResult } from '#nodes/format-operations/format-result.ts'
import type { JsonValue } from '#domain/index.ts'
import { decodeText, type Encoding } from '#nodes/thread-files/decode-text.ts'
import { RowOutput, type RowOutputOptions } from '#nodes/thread-files/row-output.ts'
import type { ThreadFiles } from '#nodes/thread-files/thread-files.ts'

export interface CsvFileInput extends CsvParseOptions, RowOutputOptions {
  readonly encoding: Encoding
  /** The CSV, if it is not in a file. */
  readonly text: string | null
}

/** Reads CSV of any length: no more than a few rows of it are in memory, besides the output. */
export async function parseCsvFile(files: ThreadFiles, input: CsvFileInput): Promise<FormatResult> {
  const output = new RowOutput(files, input)
  let rows: (readonly JsonValue[])[] = []
  const reader = csvReader(input, (row) => void rows.push(row))
  const parts = input.text === null ? decodeText(files.read(0), input.encoding) : [input.text]
  const add = async () => {
    for (const row of rows) {
      const written = output.add(row, '')
      if (written !== undefined) await written
    }
    rows = []
  }
  for await (const part of parts) {
    const problem = reader.push(part)
    if (problem !== undefined) return refuseCsv(problem)
    await add()
    if (output.isComplete) return output.end()
  }
  const problem = reader.end()
  if (problem !== undefined) return refuseCsv(problem)
  await add()
  return output.end()
}
