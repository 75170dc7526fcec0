import {
  ACCOUNT_SCOPE,
  type AccountId,
  conflict,
  invalid,
  type JsonValue,
  notFound,
  STATE_LIMITS,
  type StateAddress,
  type StateChange,
  type StateEntry,
} from '#domain/index.ts'
import type { Transaction } from '#ports/index.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'
import { refuseMismatch } from '../workflows/if-match.ts'

interface Target {
  readonly account: AccountId
  readonly scope: string
  readonly key: string
  readonly ifMatch: string | undefined
}

export function stateTag({ id, revision }: StateEntry): string {
  return `"${id}.${revision}"`
}

/** Reads and changes the state by hand. Runs change it through their checkpoints. */
export class StateService {
  readonly #deps: FeatureDeps

  constructor(deps: FeatureDeps) {
    this.#deps = deps
  }

  async read(address: StateAddress): Promise<{ readonly entry: StateEntry; readonly remembered: number }> {
    const found = await this.#deps.store.state.find(address, this.#deps.clock.now())
    if (found === undefined) throw notFound('state entry')
    return found
  }

  async put(
    tx: Transaction,
    target: Target,
    value: JsonValue,
    expiresAt: number | null,
  ): Promise<StateEntry> {
    const { store, clock } = this.#deps
    const { account, scope } = target
    const size = Buffer.byteLength(JSON.stringify(value))
    if (size > STATE_LIMITS.valueSize) {
      const message = `has ${size} bytes, but at most ${STATE_LIMITS.valueSize} are allowed`
      throw invalid([{ path: 'value', message }])
    }
    const at = clock.now()
    if (expiresAt !== null && expiresAt <= at) {
      throw invalid([{ path: 'expires_at', message: 'must be in the future' }])
    }
    if (scope !== ACCOUNT_SCOPE && (await store.workflows.find(account, scope)) === undefined) {
      throw notFound('workflow')
    }
    return this.#use(tx, target, at, (entry, newId) => {
      if (entry?.kind === 'seen') {
        throw conflict(
          'An `only_new` node remembers its items under this key. Delete it first, or use another key.',
        )
      }
      const change: StateChange = { kind: 'set', value, expiresAt }
      return {
        change,
        after: {
          id: newId,
          createdAt: at,
          ...entry,
          ...toAddress(target),
          kind: 'value',
          value,
          revision: (entry?.revision ?? 0) + 1,
          updatedAt: at,
          expiresAt,
        },
      }
    })
  }

  async delete(tx: Transaction, target: Target): Promise<StateEntry> {
    return this.#use(tx, target, this.#deps.clock.now(), (entry) => {
      if (entry === undefined) throw notFound('state entry')
      return { change: { kind: 'delete' }, after: entry }
    })
  }

  async #use(
    tx: Transaction,
    target: Target,
    at: number,
    decide: (entry: StateEntry | undefined, newId: string) => { change: StateChange; after: StateEntry },
  ): Promise<StateEntry> {
    const { store, ids } = this.#deps
    const newId = ids.next(at)
    let result: StateEntry | undefined
    await store.state.use(tx, {
      address: toAddress(target),
      items: [],
      at,
      newId,
      settle({ entry }) {
        refuseMismatch(target.ifMatch, entry === undefined ? '' : stateTag(entry), 'state entry')
        const { change, after } = decide(entry, newId)
        result = after
        return { change, steps: [] }
      },
    })
    if (result === undefined) throw new Error('The store settles every use.')
    return result
  }
}

function toAddress({ account, scope, key }: Target): StateAddress {
  return { accountId: account, scope, key }
}
