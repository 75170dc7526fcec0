import { OutgoingError } from '../dial/outgoing-error.ts'

interface Host {
  running: number
  /** Waiting requests in order of arrival. */
  readonly waiting: Set<() => void>
}

/** Limits the concurrent requests per host. Other requests wait for a pool slot in order of arrival. */
export class HostSemaphore {
  readonly #limit: number
  readonly #hosts = new Map<string, Host>()

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Resolves with a function that releases the slot. Rejects if the signal fires before a slot is free. */
  async acquire(name: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted()
    const host = this.#hosts.get(name) ?? { running: 0, waiting: new Set() }
    this.#hosts.set(name, host)
    if (host.running < this.#limit) host.running += 1
    else await this.#wait(name, host, signal)
    return () => this.#release(name, host)
  }

  #wait(name: string, host: Host, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const proceed = () => {
        signal.removeEventListener('abort', cancel)
        resolve()
      }
      const cancel = () => {
        host.waiting.delete(proceed)
        reject(this.#explain(name, signal.reason))
      }
      host.waiting.add(proceed)
      signal.addEventListener('abort', cancel, { once: true })
    })
  }

  /** Passes the slot to the request that has waited longest. */
  #release(name: string, host: Host): void {
    const [next] = host.waiting
    if (next !== undefined) {
      host.waiting.delete(next)
      next()
      return
    }
    host.running -= 1
    if (host.running === 0) this.#hosts.delete(name)
  }

  #explain(name: string, reason: unknown): unknown {
    if (!(reason instanceof OutgoingError) || reason.reason !== 'timeout') return reason
    const others = this.#limit === 1 ? '1 other request' : `${this.#limit} other requests`
    const message = `The request was not sent before its deadline: ${others} to ${name} ${this.#limit === 1 ? 'was' : 'were'} in progress. An operator can raise the limit with MILLRACE_HOST_CONCURRENCY.`
    return new OutgoingError('timeout', message)
  }
}
