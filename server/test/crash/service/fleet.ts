import { ServerProcess } from './server-process.ts'

/** The processes of one service; each one that ends is replaced immediately. */
export class Fleet {
  readonly #settings: Readonly<Record<string, string>>
  readonly #slots: ServerProcess[]
  readonly #problems: string[] = []
  /** From the kill to the URL of the next process, in milliseconds. */
  readonly restarts: number[] = []

  constructor(settings: Readonly<Record<string, string>>, size: number) {
    this.#settings = settings
    this.#slots = Array.from({ length: size }, () => new ServerProcess(settings))
  }

  get size(): number {
    return this.#slots.length
  }

  at(slot: number): ServerProcess {
    const process = this.#slots[slot]
    if (process === undefined) throw new Error(`There is no process ${slot}.`)
    return process
  }

  /** URLs that respond, as far as is known. */
  urls(): readonly string[] {
    return this.#slots.flatMap(({ url }) => url ?? [])
  }

  async allReady(): Promise<void> {
    for (const process of this.#slots) {
      if ((await process.ready) === undefined)
        throw new Error(`The service did not start.\n${process.errors().join('\n')}`)
    }
  }

  /** Kills the process and starts the next one, which is not ready yet when this resolves. */
  async kill(slot: number): Promise<void> {
    const killed = this.at(slot)
    const killedAt = performance.now()
    if (killed.hasEnded) this.#problems.push('A process ended unexpectedly.')
    await killed.kill()
    this.#problems.push(...killed.errors())
    const next = new ServerProcess(this.#settings)
    this.#slots[slot] = next
    void next.ready.then((url) => url !== undefined && this.restarts.push(performance.now() - killedAt))
  }

  /** Stops all gracefully. */
  async stop(): Promise<void> {
    await Promise.all(this.#slots.map((process) => process.stop()))
  }

  /** Ends all, whatever their state. */
  async end(): Promise<void> {
    await Promise.all(this.#slots.map((process) => process.kill()))
  }

  /** Errors of the processes themselves: error lines in their logs, and unexpected exits. */
  problems(): readonly string[] {
    const codes = this.#slots.filter(({ exitCode }) => exitCode !== 0)
    return [
      ...this.#problems,
      ...this.#slots.flatMap((process) => process.errors()),
      ...codes.map(({ exitCode }) => `A process exited with ${exitCode} after it was asked to stop.`),
    ]
  }
}
