import assert from 'node:assert/strict'
import { randomIds } from '#adapters/index.ts'
import type { AccountId, LoggedDelivery, SealedWebhookEndpoint } from '#domain/index.ts'
import { ManualTime } from '#engine/testing/manual-time.ts'
import type { HttpClient, HttpRequest, HttpResult, Store, Vault } from '#ports/index.ts'
import { STORE_ADAPTERS, type StoreFixture } from '#test/conformance/store-fixture.ts'
import { Dispatcher, type DispatcherDeps } from '../dispatcher.ts'

/** A real store with one account for dispatchers; the test advances the time. */
export class DispatchFixture {
  readonly time = new ManualTime()
  readonly ids = randomIds()
  readonly account = this.ids.next(0) as AccountId
  readonly store: Store
  /** Warnings and errors that dispatchers logged. */
  readonly logged: string[] = []
  readonly #storeFixture: StoreFixture
  readonly #stores: Store[]
  readonly #dispatchers: Dispatcher[] = []

  private constructor(storeFixture: StoreFixture, store: Store) {
    this.#storeFixture = storeFixture
    this.store = store
    this.#stores = [store]
  }

  static async open(name: 'SQLite' | 'PostgreSQL' = 'SQLite'): Promise<DispatchFixture> {
    const adapter = STORE_ADAPTERS.find((one) => one.name === name) ?? assert.fail(name)
    const storeFixture = await adapter.newFixture()
    const opened = new DispatchFixture(storeFixture, await storeFixture.open())
    const { store, account: id } = opened
    await store.write((tx) =>
      store.accounts.insert(tx, { id, name: 'Test', plan: 'free', accessVersion: 1, createdAt: 0 }),
    )
    return opened
  }

  /** Another process on the same data. */
  async openStore(): Promise<Store> {
    const store = await this.#storeFixture.open()
    this.#stores.push(store)
    return store
  }

  newDispatcher(http: HttpClient, changes: Partial<DispatcherDeps> = {}): Dispatcher {
    const log = (_fields: object, message: string) => void this.logged.push(message)
    const dispatcher = new Dispatcher({
      deliveries: this.store.deliveries,
      http,
      vault: { open: (_context: unknown, sealed: string) => sealed } as unknown as Vault,
      clock: this.time,
      scheduler: this.time,
      ids: this.ids,
      log: { debug: () => {}, info: () => {}, warn: log, error: log },
      isSingleProcess: true,
      ...changes,
    })
    this.#dispatchers.push(dispatcher)
    return dispatcher
  }

  async startDispatcher(http: HttpClient, changes: Partial<DispatcherDeps> = {}): Promise<Dispatcher> {
    const dispatcher = this.newDispatcher(http, changes)
    await dispatcher.start()
    return dispatcher
  }

  async createEndpoint(
    url: string,
    changes: Partial<SealedWebhookEndpoint> = {},
  ): Promise<SealedWebhookEndpoint> {
    const endpoint: SealedWebhookEndpoint = {
      id: this.ids.next(this.time.now()),
      // Each endpoint has its own account, so that an event goes to one endpoint.
      accountId: await this.#newAccount(),
      url,
      events: ['form.submitted'],
      status: 'active',
      createdAt: this.time.now(),
      sealedSecret: 'secret',
      earlierSecret: null,
      ...changes,
    }
    await this.store.write((tx) => this.store.webhookEndpoints.insert(tx, endpoint))
    return endpoint
  }

  /** Publishes events for the endpoint and returns their ids. */
  async publish({ accountId }: SealedWebhookEndpoint, count = 1): Promise<readonly string[]> {
    const at = this.time.now()
    const ids = Array.from({ length: count }, () => this.ids.next(at))
    const { store } = this
    await store.write(async (tx) => {
      for (const id of ids) {
        await store.deliveries.publish(tx, { id, accountId, kind: 'form.submitted', at, body: `"${id}"` })
      }
    })
    return ids
  }

  async read({ accountId, id: endpointId }: SealedWebhookEndpoint, id: string): Promise<LoggedDelivery> {
    return (await this.store.deliveries.find(accountId, endpointId, id)) ?? assert.fail('no such delivery')
  }

  async hasPending({ accountId, id }: SealedWebhookEndpoint): Promise<boolean> {
    const cursor = { before: undefined, limit: 1 }
    return (await this.store.deliveries.list(accountId, id, { status: 'pending' }, cursor)).length > 0
  }

  /** Advances the time, then another second so that a poll finds what became due. */
  async later(ms: number): Promise<void> {
    this.time.advance(ms)
    await settle()
    this.time.advance(1_000)
    await settle()
  }

  /** Stops a dispatcher, advancing the time past its timeout for attempts that hang. */
  async stopByTimeout(dispatcher: Dispatcher): Promise<void> {
    let isStopped = false
    void dispatcher.stop().then(() => {
      isStopped = true
    })
    await until(() => {
      this.time.advance(1_000)
      return isStopped
    })
  }

  async destroy(): Promise<void> {
    for (const dispatcher of this.#dispatchers) await this.stopByTimeout(dispatcher)
    for (const store of this.#stores) await store.close()
    await this.#storeFixture.destroy()
  }

  async #newAccount(): Promise<AccountId> {
    const id = this.ids.next(0) as AccountId
    const account = { id, name: 'Test', plan: 'free', accessVersion: 1, createdAt: 0 } as const
    await this.store.write((tx) => this.store.accounts.insert(tx, account))
    return id
  }
}

/** Responds as the test defines, and records the requests. */
export class ScriptedHttp implements HttpClient {
  readonly sent: HttpRequest[] = []
  #open = 0
  maxConcurrent = 0
  readonly #answer: (request: HttpRequest) => number | 'never' | Promise<number>

  constructor(answer: (request: HttpRequest) => number | 'never' | Promise<number> = () => 200) {
    this.#answer = answer
  }

  /** URLs in the order of the requests. */
  get order(): readonly string[] {
    return this.sent.map(({ url }) => url)
  }

  async send(request: HttpRequest): Promise<HttpResult> {
    this.sent.push(request)
    this.#open += 1
    this.maxConcurrent = Math.max(this.maxConcurrent, this.#open)
    try {
      const answer = this.#answer(request)
      if (answer === 'never') {
        await new Promise((resolve) => request.signal?.addEventListener('abort', resolve, { once: true }))
        return { ok: false, reason: 'aborted', message: 'The call was cancelled.', sent: true }
      }
      const status = await answer
      return { ok: true, status, headers: {}, body: new Uint8Array(), truncated: false, url: request.url }
    } finally {
      this.#open -= 1
    }
  }
}

/** By time, not by turns: how many turns an answer of PostgreSQL takes depends on how busy the machine is. */
const PATIENCE_MS = 60_000

/** Lets pending work continue until the condition holds. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  while (!(await condition())) {
    if (performance.now() > end) assert.fail('the condition never held')
    await new Promise(setImmediate)
  }
}

/** Lets everything finish that does not wait for time to pass. */
export async function settle(): Promise<void> {
  for (let turns = 0; turns < 50; turns += 1) await new Promise(setImmediate)
}
