import { UsageError } from '../commands/command.ts'
import { ConfigError } from '../settings/config.ts'

/** What a command that failed prints: the message of the error, and of its cause unless the message has it. */
export function explainError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const message = messageOf(error)
  if (error instanceof UsageError || error instanceof ConfigError) return message
  const cause = error.cause instanceof Error ? messageOf(error.cause) : ''
  // Errors of this program often quote their cause.
  return cause === '' || message.includes(cause) ? message : `${message}\n  Cause: ${cause}`
}

/** A connection that fails at every address of a name has no message of its own. */
function messageOf(error: Error): string {
  if (error.message !== '' || !(error instanceof AggregateError)) return error.message
  return error.errors.map((one) => (one instanceof Error ? one.message : String(one))).join('; ')
}
