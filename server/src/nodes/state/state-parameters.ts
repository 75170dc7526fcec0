import Type from 'typebox'
import { findStateKeyProblem, type JsonObject, type JsonValue } from '#domain/index.ts'
import { YEAR_SECONDS } from '#nodes/parameters/read-seconds.ts'
import { refuseParameter } from '#nodes/parameters/refuse-parameter.ts'
import type { NodeFailed } from '#ports/index.ts'

/** Parameters that the nodes with state share. */

export const scopeParameter = Type.Optional(
  Type.Enum(['workflow', 'account'], {
    title: 'Scope',
    description:
      '`workflow`: only runs of this workflow see the key. `account`: all workflows of the account share it.',
    default: 'workflow',
  }),
)

export function expiryParameter(description: string, more: Readonly<Record<string, unknown>> = {}) {
  return Type.Optional(
    Type.Number({
      title: 'Expires after (seconds)',
      description,
      minimum: 1,
      maximum: YEAR_SECONDS,
      examples: [86_400],
      ...more,
    }),
  )
}

export function readScope({ scope }: JsonObject): 'workflow' | 'account' {
  return scope === 'account' ? 'account' : 'workflow'
}

export function readExpiry({ expires_seconds: seconds }: JsonObject, now: number): number | null {
  return typeof seconds === 'number' ? Math.round(now + seconds * 1_000) : null
}

/** Numbers and booleans are keys as well: ids often are numbers. */
export function readKey(key: JsonValue | undefined): string | NodeFailed {
  const text = typeof key === 'number' || typeof key === 'boolean' ? String(key) : key
  if (typeof text !== 'string') {
    return refuseParameter('The parameter `key` must be a text. Check that its expression has a value.')
  }
  const problem = findStateKeyProblem(text)
  return problem === undefined ? text : refuseParameter(`The parameter \`key\` ${problem}.`)
}
