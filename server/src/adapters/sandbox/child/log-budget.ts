import type { SandboxLog } from '#ports/index.ts'
import { MAX_LOG_CHARACTERS, MAX_LOG_LINE_CHARACTERS, MAX_LOG_LINES } from '../protocol/sandbox-limits.ts'

/** Passes on a limited number of lines and characters and adds one notice at the limit. Enforced in the child and in the service. */
export class LogBudget {
  readonly #write: (log: SandboxLog) => void
  #lines = 0
  #characters = 0
  #full = false

  constructor(write: (log: SandboxLog) => void) {
    this.#write = write
  }

  /** False once the budget is used up. */
  add({ level, message }: SandboxLog): boolean {
    if (this.#full) return false
    const isLong = message.length > MAX_LOG_LINE_CHARACTERS
    const text = isLong ? `${message.slice(0, MAX_LOG_LINE_CHARACTERS - 1)}…` : message
    if (this.#lines >= MAX_LOG_LINES || this.#characters + text.length > MAX_LOG_CHARACTERS) {
      this.#full = true
      this.#write({ level: 'warn', message: 'The log limit is reached. Further lines are discarded.' })
      return false
    }
    this.#lines += 1
    this.#characters += text.length
    this.#write({ level, message: text })
    return true
  }
}
