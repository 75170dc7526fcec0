import { OutgoingError } from '../dial/outgoing-error.ts'

interface Host {
  underWay: number
  /** Those who wait, in the order in which they came. */
  readonly waiting: Set<() => void>
}

/** Lets so many requests go to each host at a time; the others wait for their turn. */
export class HostSemaphore {
  readonly #most: number
  readonly #hosts = new Map<string, Host>()

  constructor(most: number) {
    this.#most = most
  }

  /** Resolves when it is the caller's turn, with what ends it; rejects when the signal fires before. */
  async enter(name: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted()
    const host = this.#hosts.get(name) ?? { underWay: 0, waiting: new Set() }
    this.#hosts.set(name, host)
    if (host.underWay < this.#most) host.underWay += 1
    else await this.#wait(name, host, signal)
    return () => this.#leave(name, host)
  }

  #wait(name: string, host: Host, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = () => {
        signal.removeEventListener('abort', giveUp)
        resolve()
      }
      const giveUp = () => {
        host.waiting.delete(go)
        reject(this.#explain(name, signal.reason))
      }
      host.waiting.add(go)
      signal.addEventListener('abort', giveUp, { once: true })
    })
  }

  /** Whoever waits longest takes the place over. */
  #leave(name: string, host: Host): void {
    const [next] = host.waiting
    if (next !== undefined) {
      host.waiting.delete(next)
      next()
      return
    }
    host.underWay -= 1
    if (host.underWay === 0) this.#hosts.delete(name)
  }

  #explain(name: string, reason: unknown): unknown {
    if (!(reason instanceof OutgoingError) || reason.reason !== 'timeout') return reason
    const message = `It was not this request's turn in time: ${this.#most} others to ${name} were under way (MILLRACE_HOST_CONCURRENCY).`
    return new OutgoingError('timeout', message)
  }
}
