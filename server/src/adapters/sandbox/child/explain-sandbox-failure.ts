import type { CodeFailure } from '../protocol/messages.ts'

export const OUT_OF_TIME: CodeFailure = { reason: 'timeout', message: 'The code did not finish in time.' }

export const OUT_OF_MEMORY: CodeFailure = {
  reason: 'memory',
  message: 'The code needs more than 64 MiB of memory.',
}

export interface CodeLocation {
  readonly line: number
  readonly column: number
}

/** The failure for a thrown value. */
export function explainFailure(
  stage: 'compile' | 'run' | 'serialize',
  name: string,
  message: string,
  location: CodeLocation | undefined,
): CodeFailure {
  if (name === 'InternalError' && message === 'out of memory') return OUT_OF_MEMORY
  const what = name === '' ? message : `${name}: ${message}`
  const named = { ...(name === '' ? {} : { name }), ...location }
  if (stage === 'serialize') {
    return { reason: 'output', message: `The result cannot be converted to JSON: ${what}`, ...named }
  }
  const where = location === undefined ? '' : ` (line ${location.line}, column ${location.column})`
  const reason = stage === 'compile' ? 'syntax' : 'error'
  return { reason, message: `${what === '' ? 'The code failed.' : what}${where}`, ...named }
}

/** Code can give its errors any stack, of any length. */
const MAX_STACK = 20_000

/** The first location in the user's code in a stack trace, without the wrapper that precedes the code on line 1. */
export function findLocation(stack: string, file: string, before: number): CodeLocation | undefined {
  for (const match of stack.slice(0, MAX_STACK).matchAll(/([\w.]+):(\d{1,9}):(\d{1,9})/g)) {
    const line = Number(match[2])
    const column = Number(match[3]) - (line === 1 ? before : 0)
    if (match[1] === file && line > 0 && column > 0) return { line, column }
  }
  return undefined
}
