interface Host {
  busy: number
  readonly waiting: Set<() => void>
}

/** Lets so many calls through to a host at once; the others wait in the order they came. */
export class HostQueue {
  readonly #places: number
  readonly #hosts = new Map<string, Host>()

  constructor(places: number) {
    this.#places = places
  }

  /** Resolves with what frees the place again; with undefined when the signal fires first. */
  async enter(name: string, signal: AbortSignal): Promise<(() => void) | undefined> {
    if (signal.aborted) return undefined
    const host = this.#hosts.get(name) ?? { busy: 0, waiting: new Set() }
    this.#hosts.set(name, host)
    if (host.busy < this.#places) host.busy += 1
    else if (!(await this.#waitForTurn(host, signal))) return undefined
    return () => this.#leave(name, host)
  }

  #waitForTurn(host: Host, signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const enter = () => {
        signal.removeEventListener('abort', giveUp)
        resolve(true)
      }
      const giveUp = () => {
        host.waiting.delete(enter)
        resolve(false)
      }
      host.waiting.add(enter)
      signal.addEventListener('abort', giveUp, { once: true })
    })
  }

  #leave(name: string, host: Host): void {
    const [next] = host.waiting
    if (next === undefined) {
      host.busy -= 1
      if (host.busy === 0) this.#hosts.delete(name)
      return
    }
    // The place goes to the next in line without becoming free in between, so nobody can slip past.
    host.waiting.delete(next)
    next()
  }
}
