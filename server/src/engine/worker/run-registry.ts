import type { Run } from '../run/run.ts'

interface Entry {
  /** Undefined until the execution is loaded and admitted. */
  run: Run | undefined
  /** It became due again meanwhile, maybe after the run last checked what is new. */
  isDueAgain: boolean
  /** A signal came before the run was there to be told, maybe after its signals were loaded. */
  isSignalled: boolean
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
    if (known === undefined)
      this.#entries.set(executionId, { run: undefined, isDueAgain: false, isSignalled: false })
    else known.isDueAgain = true
    return known === undefined
  }

  setRun(executionId: string, run: Run): void {
    const entry = this.#entries.get(executionId)
    if (entry === undefined) return
    entry.run = run
    if (entry.isSignalled) run.notice()
  }

  /** Tells the run of an execution, if it is in progress, that there is a signal for it. */
  notice(executionId: string): void {
    const entry = this.#entries.get(executionId)
    if (entry === undefined) return
    if (entry.run === undefined) entry.isSignalled = true
    else entry.run.notice()
  }

  /** The same for the run that started this sub-workflow. */
  noticeParentOf(executionId: string): void {
    for (const entry of this.#entries.values()) {
      if (entry.run === undefined) entry.isSignalled = true
      else if (entry.run.hasStarted(executionId)) entry.run.notice()
    }
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
