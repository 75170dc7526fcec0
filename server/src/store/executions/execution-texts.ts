import { type NewExecution, refersToFile } from '#domain/index.ts'
import type { Checkpoint } from '#ports/index.ts'
import { stepsToText } from './journal/journal-text.ts'

/*
 * What is stored of an execution is written as text before its transaction, in the turn of whoever caused it. Within a commit,
 * the texts of all executions of a group would be written in one turn.
 */

/** A new execution, with its input as it is stored. */
export interface NewExecutionText {
  readonly execution: NewExecution
  readonly input: string
}

/** A checkpoint, with everything of it that is stored as text. */
export interface CheckpointText {
  readonly checkpoint: Checkpoint
  readonly steps: string
  readonly logs: string
  /** Of an end. */
  readonly output: string | null
  readonly error: string | null
}

export function executionToText(execution: NewExecution): NewExecutionText {
  return { execution, input: JSON.stringify(execution.input) }
}

/** `inputText`: the input as text, if it has been written: outputs are often the input itself. */
export function checkpointToText(checkpoint: Checkpoint, inputText?: string): CheckpointText {
  const { steps, logs, input, next } = checkpoint
  const texts = { checkpoint, steps: stepsToText(steps, input), logs: JSON.stringify(logs) }
  if (next.kind !== 'end') return { ...texts, output: null, error: null }
  const output = next.output === input ? inputText : undefined
  return {
    ...texts,
    output: output ?? JSON.stringify(next.output),
    error: next.error && JSON.stringify(next.error),
  }
}

/** Whether what a checkpoint adds contains files: they are kept in the same transaction. */
export function addsFiles({ steps, output }: CheckpointText): boolean {
  return refersToFile(steps) || (output !== null && refersToFile(output))
}
