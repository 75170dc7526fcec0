import { after, before, describe } from 'node:test'
import type { PlanId } from '@millrace/contract/plans.ts'
import type { Role } from '@millrace/contract/roles.ts'
import type { Scope } from '@millrace/contract/scopes.ts'
import {
  startService,
  STORE_KINDS,
  type StoreKind,
  type TestService,
  type TestServiceOptions,
} from '#test/support/test-service.ts'
import { Browser } from './browser.ts'
import { Client } from './client.ts'

/**
 * The service that the tests of one suite share. Each test uses an account of its own, so that none affects another.
 */
export class SharedService {
  readonly store: StoreKind
  #running: TestService | undefined

  constructor(store: StoreKind) {
    this.store = store
  }

  async start(options: TestServiceOptions): Promise<void> {
    this.#running = await startService({ ...options, store: this.store })
  }

  async end(): Promise<void> {
    await this.#running?.destroy()
  }

  get running(): TestService {
    if (this.#running === undefined) throw new Error("The service is started in the suite's before hook.")
    return this.#running
  }

  /** A new account with a key that has every scope. */
  async client(plan?: PlanId): Promise<Client> {
    return new Client(this.running, (await this.running.createAccount(plan)).key)
  }

  /** A new account with two keys: one with every scope, one with the given scopes. */
  async clients(scopes: readonly Scope[], plan?: PlanId): Promise<{ full: Client; limited: Client }> {
    const account = await this.running.createAccount(plan)
    const key = await this.running.createKey(scopes, { account: account.id })
    return { full: new Client(this.running, account.key), limited: new Client(this.running, key) }
  }

  /** A new account with a key that has every scope, and a person who is signed in. */
  async person(role: Role, plan?: PlanId): Promise<{ owner: Client; browser: Browser }> {
    const account = await this.running.createAccount(plan)
    const cookie = await this.running.createSession(role, { account: account.id })
    return {
      owner: new Client(this.running, account.key),
      browser: new Browser(this.running, cookie),
    }
  }

  withKey(key: string): Client {
    return new Client(this.running, key)
  }
}

export function describeOnEveryStore(
  title: string,
  define: (shared: SharedService) => void,
  options: TestServiceOptions = {},
): void {
  for (const store of STORE_KINDS) {
    describe(`${title} [${store}]`, () => {
      const shared = new SharedService(store)
      before(() => shared.start(options))
      after(() => shared.end())
      define(shared)
    })
  }
}
