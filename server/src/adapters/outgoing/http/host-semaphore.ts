import { FairQueue } from '#domain/index.ts'
import { OutgoingError } from '../dial/outgoing-error.ts'

/** Requests that may wait for one host. */
const MAX_WAITING = 1_000

/** Requests that belong to no account share one turn. */
const NO_ACCOUNT = ''

/**
 * Limits the concurrent requests per host. Other requests wait, in turns by account: one account never has all slots of a
 * host that others use too.
 */
export class HostSemaphore {
  readonly #limit: number
  readonly #maxWaiting: number
  readonly #hosts = new Map<string, FairQueue>()

  constructor(limit: number, maxWaiting = MAX_WAITING) {
    this.#limit = limit
    this.#maxWaiting = maxWaiting
  }

  /** Resolves with a function that releases the slot. Rejects if the signal fires before a slot is free, or if too many wait. */
  async acquire(host: string, account: string | undefined, signal: AbortSignal): Promise<() => void> {
    const queue = this.#hosts.get(host) ?? new FairQueue({ slots: this.#limit, maxWaiting: this.#maxWaiting })
    this.#hosts.set(host, queue)
    const slot = await queue.acquire(account ?? NO_ACCOUNT, signal)
    if (!slot.ok) {
      this.#forget(host, queue)
      throw slot.reason === 'full' ? this.#refuse(host) : signal.reason
    }
    return () => {
      slot.release()
      this.#forget(host, queue)
    }
  }

  /** Another queue can have taken its place meanwhile. */
  #forget(host: string, queue: FairQueue): void {
    if (queue.held + queue.waiting === 0 && this.#hosts.get(host) === queue) this.#hosts.delete(host)
  }

  #refuse(host: string): OutgoingError {
    const message = `The request was not sent, because too many other requests to ${host} wait already. Try again later, or set \`retry\` on the node. An operator can raise the number of concurrent requests with MILLRACE_HOST_CONCURRENCY.`
    return new OutgoingError('busy', message)
  }
}
