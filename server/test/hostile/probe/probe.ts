import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { FromProbe, Measurement, ProbeOrder, ToProbe } from './probe-messages.ts'

/** Measures how long a service takes to answer somebody else, from another process. */
export class Probe {
  readonly #child: ChildProcess

  private constructor(child: ChildProcess) {
    this.#child = child
  }

  static async open(): Promise<Probe> {
    const child = fork(join(import.meta.dirname, 'probe-process.ts'))
    await once(child, 'message')
    return new Probe(child)
  }

  /** Resolves when the first answers have arrived. Measures until the returned function is called. */
  async start(order: ProbeOrder): Promise<() => Promise<Measurement>> {
    const measuring = once(this.#child, 'message')
    this.#send({ start: order })
    await measuring
    return async () => {
      const answer = once(this.#child, 'message') as Promise<[FromProbe]>
      this.#send({ stop: true })
      const [message] = await answer
      if (!('measured' in message)) throw new Error('The probe sent no measurement.')
      return message.measured
    }
  }

  /** Another process serves the same address now. */
  follow(pid: number): void {
    this.#send({ follow: pid })
  }

  async close(): Promise<void> {
    const ended = once(this.#child, 'exit')
    this.#child.disconnect()
    await ended
  }

  #send(message: ToProbe): void {
    this.#child.send(message)
  }
}
