import type { CodeFailure } from '../protocol/messages.ts'

export const OUT_OF_TIME: CodeFailure = { reason: 'timeout', message: 'The code did not end in time.' }

export const OUT_OF_MEMORY: CodeFailure = {
  reason: 'memory',
  message: 'The code needs more than its 64 MiB of memory.',
}

export interface PoolSlot {
  readonly line: number
  readonly column: number
}

/** The failure a thrown value stands for. */
export function explainFailure(
  stage: 'compile' | 'run' | 'serialize',
  name: string,
  message: string,
  slot: PoolSlot | undefined,
): CodeFailure {
  if (name === 'InternalError' && message === 'out of memory') return OUT_OF_MEMORY
  const what = name === '' ? message : `${name}: ${message}`
  const named = { ...(name === '' ? {} : { name }), ...slot }
  if (stage === 'serialize') {
    return { reason: 'output', message: `The result cannot be written as JSON: ${what}`, ...named }
  }
  const where = slot === undefined ? '' : ` (line ${slot.line}, column ${slot.column})`
  const reason = stage === 'compile' ? 'syntax' : 'error'
  return { reason, message: `${what === '' ? 'The code failed.' : what}${where}`, ...named }
}

/** The first slot in the user's code that a stack names. What we put before it on line 1 is taken off. */
export function findLocation(stack: string, file: string, before: number): PoolSlot | undefined {
  for (const match of stack.matchAll(/([\w.]+):(\d{1,9}):(\d{1,9})/g)) {
    const line = Number(match[2])
    const column = Number(match[3]) - (line === 1 ? before : 0)
    if (match[1] === file && line > 0 && column > 0) return { line, column }
  }
  return undefined
}
