import pg from 'pg'
import type { WorkNotifier } from '#ports/index.ts'

export interface PostgresWorkNotifierOptions {
  readonly url: string
  /** Sends the rings. It need not wait for the disk: no ring is worth anything after a crash. */
  readonly pool: Pick<pg.Pool, 'query'>
  /** Told once each time the connection that listens is lost; it is opened again by itself. */
  onLoss(error: Error): void
}

const CHANNEL = 'millrace_due'
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 10_000

/**
 * Rings by NOTIFY, hears by LISTEN: every process on the database hears every ring, its own too.
 *
 * 1. Whoever listens holds one connection of its own: a pool would give it to others.
 * 2. What was rung while that connection was lost is lost too, so the bell rings once when it listens again.
 * 3. NOTIFY takes a lock that all who notify share. So there is one under way at most in a process, and the rings that
 *    come meanwhile become the next one together.
 */
export class PostgresWorkNotifier implements WorkNotifier {
  readonly #parts: PostgresWorkNotifierOptions
  #onNotify: (() => void) | undefined
  #listener: pg.Client | undefined
  #retry: NodeJS.Timeout | undefined
  #pauseMs = FIRST_PAUSE_MS
  #isLost = false
  #isWanted = false
  #isSending = false

  constructor(parts: PostgresWorkNotifierOptions) {
    this.#parts = parts
  }

  notify(): void {
    this.#isWanted = true
    if (this.#isSending) return
    this.#isSending = true
    setImmediate(() => void this.#send())
  }

  /** A database that is away for the moment holds nobody up: it listens as soon as it can. */
  async start(onNotify: () => void): Promise<void> {
    this.#onNotify = onNotify
    await this.#listen()
  }

  async stop(): Promise<void> {
    this.#onNotify = undefined
    clearTimeout(this.#retry)
    const listener = this.#listener
    this.#listener = undefined
    await listener?.end()
  }

  async #send(): Promise<void> {
    while (this.#isWanted) {
      this.#isWanted = false
      // Not sent is the same as lost: whoever it was for looks into the store before long.
      await this.#parts.pool.query(`notify ${CHANNEL}`).catch(() => undefined)
    }
    this.#isSending = false
  }

  async #listen(): Promise<void> {
    const listener = new pg.Client({
      connectionString: this.#parts.url,
      application_name: 'millrace workNotifier',
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
    })
    this.#listener = listener
    listener.on('error', (error) => this.#lose(listener, error))
    listener.on('end', () => this.#lose(listener, new Error('The connection was closed.')))
    listener.on('notification', () => this.#onNotify?.())
    try {
      await listener.connect()
      await listener.query(`listen ${CHANNEL}`)
    } catch (error) {
      this.#lose(listener, error as Error)
      return
    }
    this.#pauseMs = FIRST_PAUSE_MS
    if (this.#isLost) this.#onNotify?.()
    this.#isLost = false
  }

  #lose(listener: pg.Client, error: Error): void {
    // A connection that breaks says so more than once, and so does one that was stopped.
    if (this.#listener !== listener) return
    this.#listener = undefined
    listener.end().catch(() => undefined)
    if (!this.#isLost) this.#parts.onLoss(error)
    this.#isLost = true
    // Processes that lost the same server do not come back to it all at once.
    this.#retry = setTimeout(() => void this.#listen(), this.#pauseMs * (0.5 + Math.random() / 2)).unref()
    this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS)
  }
}
