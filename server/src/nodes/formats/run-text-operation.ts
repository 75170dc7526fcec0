import type { Encoding } from '#nodes/thread-files/decode-text.ts'
import type { OperationInput, OperationName } from '#nodes/format-operations/operations.ts'
import type { NodeCall, NodeDone, NodeFailed } from '#ports/index.ts'
import type { NewFileName } from '#nodes/thread-files/file-messages.ts'
import type { TextSource } from './read-source.ts'
import { type FormatDeps, runFileOperation } from './run-file-operation.ts'
import { runOperation } from './run-operation.ts'

export interface TextOperationRequest<Name extends OperationName, Member extends string> {
  readonly operation: Name
  /** The member of the input that is the text. */
  readonly member: Member
  /** The text; undefined when the operation takes none. */
  readonly source: TextSource | undefined
  readonly input: Omit<OperationInput<Name>, Member>
  /** The file to write the result to; null: the result is the output. */
  readonly target: NewFileName | null
  readonly purpose: string
}

/** Works on a text, which can come from a file, and whose result can become one. */
export function runTextOperation<Name extends OperationName, Member extends string>(
  deps: FormatDeps,
  call: NodeCall,
  { operation, member, source, input, target, purpose }: TextOperationRequest<Name, Member>,
): Promise<NodeDone | NodeFailed> {
  const text = source !== undefined && 'text' in source ? { [member]: source.text } : {}
  const whole = { ...input, ...text }
  const file = source !== undefined && 'file' in source ? source.file : undefined
  if (file === undefined && target === null)
    return runOperation(deps.workers, call, {
      operation,
      input: whole as unknown as OperationInput<Name>,
      purpose,
    })
  return runFileOperation(deps, call, {
    operation: 'text',
    sources: file === undefined ? [] : [file],
    purpose,
    input: {
      operation,
      input: whole,
      member,
      encoding: (call.parameters['encoding'] ?? 'detect') as Encoding,
      target,
    },
  })
}
