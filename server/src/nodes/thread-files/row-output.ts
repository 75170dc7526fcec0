import type { JsonValue } from '#domain/index.ts'
import type { FormatResult } from '#nodes/format-operations/format-result.ts'
import { MAX_RESULT_LENGTH } from '#nodes/format-operations/operations.ts'
import { type RowOptions, RowShaper, UnknownColumn } from '#nodes/format-operations/row-shaper.ts'
import type { NewFileName } from './file-messages.ts'
import { OperationFailed } from './operation-failed.ts'
import type { NewFile, ThreadFiles } from './thread-files.ts'

export interface RowOutputOptions extends RowOptions {
  /** The file to write the items to, as JSON; without it, they are the output. */
  readonly target: NewFileName | null
}

/** The rows of a table on their way into the output of a step, or into a file of any length. */
export class RowOutput {
  readonly #options: RowOutputOptions
  readonly #shaper: RowShaper
  readonly #file: NewFile | undefined
  readonly #items: JsonValue[] = []
  #count = 0
  /** Of the items as JSON. */
  #length = 2

  constructor(files: ThreadFiles, options: RowOutputOptions) {
    this.#options = options
    this.#shaper = new RowShaper(options)
    this.#file = options.target === null ? undefined : files.create(options.target)
  }

  get isComplete(): boolean {
    return this.#shaper.isComplete
  }

  /** Undefined when there is nothing to wait for. `empty` stands for cells that are missing. */
  add(row: readonly JsonValue[], empty: JsonValue): Promise<void> | undefined {
    const item = this.#shape(row, empty)
    if (item === undefined) return undefined
    const text = JSON.stringify(item)
    this.#count += 1
    if (this.#file !== undefined) return this.#file.writeText(this.#count === 1 ? `[\n${text}` : `,\n${text}`)
    this.#length += text.length + 1
    if (this.#length > MAX_RESULT_LENGTH) this.#refuseLength()
    this.#items.push(item)
    return undefined
  }

  async end(): Promise<FormatResult> {
    if (this.#file === undefined) return { ok: true, value: this.#items }
    await this.#file.writeText(this.#count === 0 ? '[]\n' : '\n]\n')
    return { ok: true, value: await this.#file.end() }
  }

  #shape(row: readonly JsonValue[], empty: JsonValue): JsonValue | undefined {
    try {
      return this.#shaper.shape(row, empty)
    } catch (error) {
      if (error instanceof UnknownColumn) throw new OperationFailed('COLUMN_NOT_FOUND', error.message)
      throw error
    }
  }

  #refuseLength(): never {
    const fitting = this.#items.length.toLocaleString('en')
    const from =
      this.#options.skip > 0 ? ` after the ${this.#options.skip.toLocaleString('en')} that are skipped` : ''
    throw new OperationFailed(
      'OUTPUT_TOO_LARGE',
      `A step can return 1 MiB, which is reached after ${fitting} rows${from}. Read the file in portions with \`skip\` and \`limit\`, keep only the \`columns\` that you need, or set \`to\` to \`file\`.`,
    )
  }
}
