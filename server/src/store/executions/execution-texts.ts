import { type NewExecution, NotStorable, refersToFile } from '#domain/index.ts'
import type { Checkpoint } from '#ports/index.ts'
import { stepsToText } from './journal/journal-text.ts'
import { isPackable, packText } from './journal/packed-text.ts'

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

/** Throws `NotStorable`. `inputText`: the input as text, if it has been written: outputs are often the input itself. */
export function checkpointToText(checkpoint: Checkpoint, inputText?: string): CheckpointText {
  try {
    return writeTexts(checkpoint, inputText)
  } catch (error) {
    throw new NotStorable(error)
  }
}

function writeTexts(checkpoint: Checkpoint, inputText: string | undefined): CheckpointText {
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

/** Whether something of it is packed before it is stored. */
export function isLong({ steps, output }: CheckpointText): boolean {
  return isPackable(steps) || isPackable(output)
}

/*
 * What is long is packed before the transaction, which would wait for it otherwise. What is stored in the transaction of
 * somebody else is not packed.
 */

/** Of an execution whose input `isPackable`. */
export async function packInput(text: NewExecutionText): Promise<NewExecutionText> {
  return { ...text, input: await packText(text.input) }
}

/** `input`: the input as text and as it is stored, if it is stored together with the checkpoint. */
export async function packCheckpoint(
  text: CheckpointText,
  input?: { readonly text: string; readonly stored: string },
): Promise<CheckpointText> {
  const { steps, output } = text
  const isInput = input !== undefined && output === input.text
  return {
    ...text,
    steps: await packIfLong(steps),
    output: isInput ? input.stored : output && (await packIfLong(output)),
  }
}

async function packIfLong(text: string): Promise<string> {
  return isPackable(text) ? packText(text) : text
}

/** Whether what a checkpoint adds contains files: they are kept in the same transaction. */
export function addsFiles({ steps, output }: CheckpointText): boolean {
  return refersToFile(steps) || (output !== null && refersToFile(output))
}
