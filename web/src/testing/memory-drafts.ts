import { ApiError } from '../api/api-error.ts'
import type { Definition } from '../editor/model/definition.ts'
import type { DraftTransport, RemoteDraft } from '../editor/sync/draft-transport.ts'
import type { Journal, JournalEntry, LeftEntry } from '../editor/sync/journal.ts'

/** A server with one working copy, which several transports can use and which can go away. */
export class MemoryDraft {
  definition: Definition
  live: Definition
  updatedBy = 'Ada'
  /** Thrown by the next requests, while it is set. */
  failure: ApiError | undefined
  saves = 0
  #revision = 1

  constructor(definition: Definition) {
    this.definition = definition
    this.live = definition
  }

  get etag(): string {
    return `"${this.#revision}"`
  }

  change(definition: Definition): void {
    this.definition = definition
    this.#revision += 1
  }

  transport(): DraftTransport {
    const read = (): RemoteDraft => ({
      definition: structuredClone(this.definition),
      etag: this.etag,
      updatedBy: this.updatedBy,
      updatedAt: '2026-01-01T00:00:00.000Z',
      baseVersionNumber: 1,
    })
    const check = async (etag?: string) => {
      await Promise.resolve()
      if (this.failure !== undefined) throw this.failure
      if (etag !== undefined && etag !== this.etag) {
        throw new ApiError('PRECONDITION_FAILED', 'changed', { status: 412 })
      }
    }
    return {
      load: async () => {
        await check()
        return read()
      },
      loadIfChanged: async (etag) => {
        await check()
        return etag === this.etag ? undefined : read()
      },
      save: async (definition, etag) => {
        await check(etag)
        this.saves += 1
        this.change(structuredClone(definition))
        return read()
      },
      publish: async (etag) => {
        await check(etag)
        this.live = this.definition
        this.change(this.definition)
      },
      discard: async (etag) => {
        await check(etag)
        this.change(this.live)
      },
    }
  }
}

/** The storage of a browser. Entries are copied, as IndexedDB does. */
export class MemoryJournals {
  readonly entries = new Map<string, LeftEntry>()
  readonly #open = new Set<string>()
  readonly #watchers = new Set<(entry: LeftEntry) => void>()
  #tabs = 0

  journal(): Journal & { crash(): void } {
    this.#tabs += 1
    const tabId = `tab ${this.#tabs}`
    this.#open.add(tabId)
    const watchers: ((entry: LeftEntry) => void)[] = []
    const leave = () => {
      if (!this.#open.delete(tabId)) return
      for (const watcher of watchers) this.#watchers.delete(watcher)
      const entry = this.entries.get(tabId)
      if (entry !== undefined) for (const watcher of this.#watchers) watcher(structuredClone(entry))
    }
    return {
      readLeft: () =>
        Promise.resolve(
          [...this.entries.values()].filter((entry) => !this.#open.has(entry.tabId)).toReversed(),
        ),
      watch: (onLeft) => {
        watchers.push(onLeft)
        this.#watchers.add(onLeft)
      },
      write: (entry: JournalEntry | undefined) => {
        if (!this.#open.has(tabId)) return Promise.resolve(false)
        if (entry === undefined) this.entries.delete(tabId)
        else this.entries.set(tabId, structuredClone({ ...entry, tabId }))
        return Promise.resolve(true)
      },
      remove: (other) => {
        this.entries.delete(other)
        return Promise.resolve()
      },
      close: leave,
      crash: leave,
    }
  }
}

/** Timers that run when the test says so. */
export class ManualClock {
  now = 0
  #timers: { at: number; task: () => void }[] = []

  schedule = (delayMs: number, task: () => void): (() => void) => {
    const timer = { at: this.now + delayMs, task }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer)
    }
  }

  /** The delay until the next timer; undefined if there is none. */
  get next(): number | undefined {
    return this.#timers.length === 0 ? undefined : Math.min(...this.#timers.map(({ at }) => at)) - this.now
  }

  advance(ms: number): void {
    this.now += ms
    const due = this.#timers.filter(({ at }) => at <= this.now)
    this.#timers = this.#timers.filter(({ at }) => at > this.now)
    for (const { task } of due) task()
  }
}
