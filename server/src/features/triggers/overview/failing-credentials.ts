import type { AccountId, JsonObject } from '#domain/index.ts'
import { isJsonObject } from '#domain/index.ts'
import type { Clock, Store } from '#ports/index.ts'
import type { BadCredential } from './find-problems.ts'

/** Finding out reads every definition, and pages ask again and again. */
const KEPT_MS = 10_000
const MAX_CREDENTIALS = 20

type Stores = Pick<Store, 'credentials' | 'integrations' | 'usage'>
type ByWorkflow = ReadonlyMap<string, readonly BadCredential[]>

/** The credentials of live workflows that a service refuses, by workflow. */
export class FailingCredentials {
  readonly #store: Stores
  readonly #clock: Clock
  readonly #known = new Map<AccountId, { readonly at: number; readonly found: Promise<ByWorkflow> }>()

  constructor(store: Stores, clock: Clock) {
    this.#store = store
    this.#clock = clock
  }

  find(account: AccountId): Promise<ByWorkflow> {
    const now = this.#clock.now()
    const known = this.#known.get(account)
    if (known !== undefined && Math.abs(now - known.at) < KEPT_MS) return known.found
    const found = this.#read(account)
    this.#known.set(account, { at: now, found })
    // A failure is reported once and not kept.
    found.catch(() => this.#known.delete(account))
    return found
  }

  async #read(account: AccountId): Promise<ByWorkflow> {
    const { credentials, integrations, usage } = this.#store
    const page = { page: 1, limit: MAX_CREDENTIALS }
    const { items } = await credentials.list(account, page, { status: 'failing' })
    const byId = new Map<string, BadCredential>()
    for (const { id, name } of items) {
      const credential = { id, name, isMissing: false }
      byId.set(id, credential)
      for (const integration of await integrations.listByCredential(account, id)) {
        byId.set(integration.id, credential)
      }
    }
    const found = new Map<string, readonly BadCredential[]>()
    for (const mention of await usage.findMentions(account, [...byId.keys()])) {
      if (mention.in !== 'live') continue
      const used = mention.nodes.flatMap((node) => byId.get(usedBy(node)) ?? [])
      if (used.length > 0) found.set(mention.workflowId, [...new Set(used)])
    }
    return found
  }
}

/** The credential of a node, or its integration: the former takes precedence. */
function usedBy(node: JsonObject): string {
  const data = isJsonObject(node['data']) ? node['data'] : {}
  const id = node['credential_id'] ?? data['integration_id']
  return typeof id === 'string' ? id.toLowerCase() : ''
}
