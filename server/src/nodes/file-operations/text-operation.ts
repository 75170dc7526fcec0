import type { JsonValue } from '#domain/index.ts'
import type { FormatResult } from '#nodes/format-operations/format-result.ts'
import {
  computeOperation,
  type OperationInput,
  type OperationName,
} from '#nodes/format-operations/operations.ts'
import type { NewFileName } from '#nodes/thread-files/file-messages.ts'
import { type Encoding, readWholeText } from '#nodes/thread-files/decode-text.ts'
import type { ThreadFiles } from '#nodes/thread-files/thread-files.ts'

/** Documents are several times as large in memory as on disk. */
const MAX_TEXT_BYTES = 16 * 1024 * 1024

export interface TextOperationInput {
  readonly operation: OperationName
  readonly input: { readonly [name: string]: JsonValue | undefined }
  /** The member of the input that is the content of the first file, if there is one. */
  readonly member: string
  readonly encoding: Encoding
  /** The file to write the result to; without it, the result is the output. */
  readonly target: NewFileName | null
}

/** Performs an operation on a text that comes from a file, becomes one, or both. */
export async function runTextOperation(
  files: ThreadFiles,
  { operation, input, member, encoding, target }: TextOperationInput,
): Promise<FormatResult> {
  const [source] = files.inputs
  const text =
    source === undefined
      ? undefined
      : await readWholeText(files.read(0), { size: source.size, encoding, maxBytes: MAX_TEXT_BYTES })
  const whole = text === undefined ? input : { ...input, [member]: text }
  const result = await computeOperation(operation, whole as OperationInput<OperationName>)
  if (!result.ok || target === null) return result
  const file = files.create(target)
  await file.writeText(typeof result.value === 'string' ? result.value : JSON.stringify(result.value))
  return { ok: true, value: await file.end() }
}
