import { type JsonValue, variablesIn } from '#domain/index.ts'

/** The names of the variables of the account that a version can read; `all` if they are not part of its texts. */
export type VariableReads = readonly string[] | 'all'

/** Most versions read none. */
export const NO_VARS: VariableReads = []

export function findVariableReads(parameters: readonly JsonValue[]): VariableReads {
  const found = variablesIn(parameters)
  if (found === 'all') return found
  return found.size === 0 ? NO_VARS : [...found].sort()
}
