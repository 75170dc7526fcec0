import type { AccountId } from '#domain/index.ts'

interface Failed {
  attempts: number
  account: AccountId | undefined
}

/**
 * Executions that errors of our own keep from going on, other than failures of the store. A run that is tried again for ever would
 * keep the process busy for ever. A checkpoint in between does not count as progress: it may only say that a step starts again.
 */
export class RepeatedDefects {
  readonly #failed = new Map<string, Failed>()

  /** Call it when the execution is loaded: without its account, it cannot be ended. */
  loaded(id: string, account: AccountId): void {
    const failed = this.#failed.get(id)
    if (failed !== undefined) failed.account = account
  }

  /** Counts an error; undefined if it is no defect. */
  add(id: string, error: unknown): Readonly<Failed> | undefined {
    if (!isDefect(error)) return undefined
    const { attempts, account } = this.#failed.get(id) ?? { attempts: 0, account: undefined }
    const failed = { attempts: attempts + 1, account }
    this.#failed.set(id, failed)
    return failed
  }

  /** Call it when the execution has ended, parks, or goes on elsewhere. */
  clear(id: string): void {
    this.#failed.delete(id)
  }
}

/** An error of the language itself. Drivers and the system report theirs with a code, and those may pass. */
function isDefect(error: unknown): error is Error {
  const isOfLanguage =
    error instanceof TypeError ||
    error instanceof RangeError ||
    error instanceof SyntaxError ||
    error instanceof ReferenceError
  return isOfLanguage && !('code' in error)
}
