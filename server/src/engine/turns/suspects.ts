import type { ExecutionClaims, Log } from '#ports/index.ts'

export interface SuspectsDeps {
  readonly claims: Pick<ExecutionClaims, 'setComputing'>
  readonly log: Log
  readonly owner: string
}

/**
 * Executions of which two processes in a row ended before they had advanced: one of them may be the reason.
 *
 * 1. They are loaded and computed one at a time, and the store has a mark of the one that computes. If this process ends too,
 *    only the marked one is counted.
 * 2. While it waits for something, such as a response or the sandbox, an execution cannot end the process: it gives up its
 *    turn and its mark.
 * 3. With its first checkpoint, it is no longer a suspect.
 */
export class Suspects {
  readonly #deps: SuspectsDeps
  readonly #ids = new Set<string>()
  /** Those that wait for their turn, in order. */
  readonly #waiting: (() => void)[] = []
  #computing: string | undefined

  constructor(deps: SuspectsDeps) {
    this.#deps = deps
  }

  has(id: string): boolean {
    return this.#ids.has(id)
  }

  /** Call it before the execution is loaded. Resolves when it is its turn. */
  async begin(id: string): Promise<void> {
    this.#ids.add(id)
    await this.resume(id)
  }

  /** The execution waits for something else than computing. */
  async pause(id: string): Promise<void> {
    if (this.#computing !== id) return
    await this.#mark(id, false)
    this.#release(id)
  }

  /** It has something to compute again. */
  async resume(id: string): Promise<void> {
    if (!this.#ids.has(id) || this.#computing === id) return
    while (this.#computing !== undefined) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#computing = id
    await this.#mark(id, true)
  }

  /** It has advanced, or this process has nothing more to do for it. The store ignores a mark from before a checkpoint. */
  clear(id: string): void {
    this.#ids.delete(id)
    this.#release(id)
  }

  #release(id: string): void {
    if (this.#computing !== id) return
    this.#computing = undefined
    this.#waiting.shift()?.()
  }

  /** Without the mark, this attempt is not counted: that is no reason to stop. */
  async #mark(id: string, isComputing: boolean): Promise<void> {
    const { claims, log, owner } = this.#deps
    try {
      await claims.setComputing(owner, id, isComputing)
    } catch (error) {
      log.warn({ err: error, execution_id: id }, 'an interrupted execution could not be marked')
    }
  }
}
