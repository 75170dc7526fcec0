import type { SandboxLog } from '#ports/index.ts'
import { MAX_LOG_CHARACTERS, MAX_LOG_LINE_CHARACTERS, MAX_LOG_LINES } from '../protocol/sandbox-limits.ts'

/** Lets a bounded number of lines and characters through, and says once that it stopped. Counted on both sides. */
export class LogBudget {
  readonly #take: (log: SandboxLog) => void
  #lines = 0
  #characters = 0
  #full = false

  constructor(take: (log: SandboxLog) => void) {
    this.#take = take
  }

  /** False when there is no room for more. */
  add({ level, message }: SandboxLog): boolean {
    if (this.#full) return false
    const isLong = message.length > MAX_LOG_LINE_CHARACTERS
    const text = isLong ? `${message.slice(0, MAX_LOG_LINE_CHARACTERS - 1)}…` : message
    if (this.#lines >= MAX_LOG_LINES || this.#characters + text.length > MAX_LOG_CHARACTERS) {
      this.#full = true
      this.#take({ level: 'warn', message: 'The code wrote more lines; they were left out.' })
      return false
    }
    this.#lines += 1
    this.#characters += text.length
    this.#take({ level, message: text })
    return true
  }
}
