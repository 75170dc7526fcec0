import { type AccountId, findVars, type JsonObject, type OpenExecution } from '#domain/index.ts'
import type { VariableStore } from '#ports/index.ts'
import type { CompiledVersion } from '../compile/compile-version.ts'
import { NO_VARS } from '../compile/variable-reads.ts'

/**
 * The variables of the account that a run sees. They are read once, before the first step, and recorded with the first entry of
 * the journal: what continues the run later has the same values. A run without any entry has shown nothing of them, so it may
 * read them anew.
 */
export class RunVariables {
  readonly #store: Pick<VariableStore, 'read'>

  constructor(store: Pick<VariableStore, 'read'>) {
    this.#store = store
  }

  async of(open: OpenExecution, version: CompiledVersion): Promise<JsonObject> {
    if (version.vars === NO_VARS) return {}
    return findVars(open.steps) ?? (await this.read(open.accountId, version))
  }

  /** For a new run. */
  read(account: AccountId, { vars }: CompiledVersion): Promise<JsonObject> {
    return this.#store.read(account, vars)
  }
}
