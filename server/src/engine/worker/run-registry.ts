import type { Run } from '../run/run.ts'

interface Entry {
  /** Undefined until the execution is loaded and admitted. */
  run: Run | undefined
  /** It became due again meanwhile, maybe after the run last checked what is new. */
  isDueAgain: boolean
}

/** The executions this process is working on, each once. */
export class RunRegistry {
  readonly #entries = new Map<string, Entry>()

  get size(): number {
    return this.#entries.size
  }

  has(executionId: string): boolean {
    return this.#entries.has(executionId)
  }

  /** False when the execution is already in progress; `end` then returns that it is due again. */
  begin(executionId: string): boolean {
    const known = this.#entries.get(executionId)
    if (known === undefined) this.#entries.set(executionId, { run: undefined, isDueAgain: false })
    else known.isDueAgain = true
    return known === undefined
  }

  setRun(executionId: string, run: Run): void {
    const entry = this.#entries.get(executionId)
    if (entry !== undefined) entry.run = run
  }

  /** True when the execution became due again while it was in progress. */
  end(executionId: string): boolean {
    const isDueAgain = this.#entries.get(executionId)?.isDueAgain ?? false
    this.#entries.delete(executionId)
    return isDueAgain
  }

  find(executionId: string): Run | undefined {
    return this.#entries.get(executionId)?.run
  }

  runs(): readonly (readonly [id: string, run: Run])[] {
    return [...this.#entries].flatMap(([id, { run }]) => (run === undefined ? [] : [[id, run] as const]))
  }
}
