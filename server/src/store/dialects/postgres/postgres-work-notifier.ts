import pg from 'pg'
import type { WorkNotifier } from '#ports/index.ts'

export interface PostgresWorkNotifierOptions {
  readonly url: string
  /** Sends notifications. It need not commit synchronously: notifications have no value after a crash. */
  readonly pool: Pick<pg.Pool, 'query'>
  /** Called once each time the listening connection is lost. The notifier reconnects by itself. */
  onLoss(error: Error): void
}

const CHANNEL = 'millrace_due'
const MIN_BACKOFF_MS = 100
const MAX_BACKOFF_MS = 10_000

/**
 * Sends with NOTIFY and receives with LISTEN: every process on the database receives every notification, including its own.
 *
 * 1. The listener holds a connection of its own, because a pool would hand it to others.
 * 2. Notifications sent while that connection is lost are lost as well, so the notifier calls back once after it reconnects.
 * 3. NOTIFY takes a lock that all senders share. Therefore a process sends at most one at a time, and merges those that are
 *    requested meanwhile into the next one.
 */
export class PostgresWorkNotifier implements WorkNotifier {
  readonly #options: PostgresWorkNotifierOptions
  #onNotify: (() => void) | undefined
  #listener: pg.Client | undefined
  #retry: NodeJS.Timeout | undefined
  #backoffMs = MIN_BACKOFF_MS
  #isLost = false
  #isRequested = false
  #isSending = false

  constructor(options: PostgresWorkNotifierOptions) {
    this.#options = options
  }

  notify(): void {
    this.#isRequested = true
    if (this.#isSending) return
    this.#isSending = true
    setImmediate(() => void this.#send())
  }

  /** Resolves even if the database is unreachable; the notifier then listens as soon as it can connect. */
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
    while (this.#isRequested) {
      this.#isRequested = false
      // A notification that cannot be sent counts as lost: the other processes find the work when they poll.
      await this.#options.pool.query(`notify ${CHANNEL}`).catch(() => undefined)
    }
    this.#isSending = false
  }

  async #listen(): Promise<void> {
    const listener = new pg.Client({
      connectionString: this.#options.url,
      application_name: 'millrace work notifier',
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
    })
    this.#listener = listener
    listener.on('error', (error) => this.#handleLoss(listener, error))
    listener.on('end', () => this.#handleLoss(listener, new Error('The connection was closed.')))
    listener.on('notification', () => this.#onNotify?.())
    try {
      await listener.connect()
      await listener.query(`listen ${CHANNEL}`)
    } catch (error) {
      this.#handleLoss(listener, error as Error)
      return
    }
    this.#backoffMs = MIN_BACKOFF_MS
    if (this.#isLost) this.#onNotify?.()
    this.#isLost = false
  }

  #handleLoss(listener: pg.Client, error: Error): void {
    // A broken connection emits several events, and so does a stopped one.
    if (this.#listener !== listener) return
    this.#listener = undefined
    listener.end().catch(() => undefined)
    if (!this.#isLost) this.#options.onLoss(error)
    this.#isLost = true
    // Jitter keeps the processes that lost the same server from reconnecting simultaneously.
    this.#retry = setTimeout(() => void this.#listen(), this.#backoffMs * (0.5 + Math.random() / 2)).unref()
    this.#backoffMs = Math.min(this.#backoffMs * 2, MAX_BACKOFF_MS)
  }
}
