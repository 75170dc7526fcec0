import { ServerProcess } from './server-process.ts'

/** The processes of one service; each one that ends is followed by another at once. */
export class Fleet {
  readonly #settings: Readonly<Record<string, string>>
  readonly #slots: ServerProcess[]
  readonly #troubles: string[] = []
  /** From the kill to the address of the next process, in milliseconds. */
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

  /** Addresses that answer, as far as is known. */
  urls(): readonly string[] {
    return this.#slots.flatMap(({ url }) => url ?? [])
  }

  async allReady(): Promise<void> {
    for (const process of this.#slots) {
      if ((await process.ready) === undefined)
        throw new Error(`The service did not start.\n${process.errors().join('\n')}`)
    }
  }

  /** Kills the process and starts the next one in its place, which is not ready yet when this resolves. */
  async kill(slot: number): Promise<void> {
    const killed = this.at(slot)
    const killedAt = performance.now()
    if (killed.hasEnded) this.#troubles.push('A process ended by itself.')
    await killed.kill()
    this.#troubles.push(...killed.errors())
    const next = new ServerProcess(this.#settings)
    this.#slots[slot] = next
    void next.ready.then((url) => url !== undefined && this.restarts.push(performance.now() - killedAt))
  }

  /** Stops all in order. */
  async stop(): Promise<void> {
    await Promise.all(this.#slots.map((process) => process.stop()))
  }

  /** Ends all, however they are. */
  async end(): Promise<void> {
    await Promise.all(this.#slots.map((process) => process.kill()))
  }

  /** What went wrong in the processes themselves: errors in their logs, and ends that nobody asked for. */
  troubles(): readonly string[] {
    const codes = this.#slots.filter(({ exitCode }) => exitCode !== 0)
    return [
      ...this.#troubles,
      ...this.#slots.flatMap((process) => process.errors()),
      ...codes.map(({ exitCode }) => `A process ended with ${exitCode} when it was asked to stop.`),
    ]
  }
}
