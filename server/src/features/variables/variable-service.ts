import type { NewVariable, VariableChanges } from '@millrace/contract/variable.ts'
import {
  type AccountId,
  conflict,
  invalid,
  isEqualJson,
  type JsonValue,
  notFound,
  type Variable,
  VARIABLE_LIMITS,
} from '#domain/index.ts'
import type { Transaction } from '#ports/index.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'
import { refuseMismatch } from '../workflows/if-match.ts'

interface Target {
  readonly account: AccountId
  readonly id: string
  readonly ifMatch: string | undefined
}

export function variableTag({ id, revision }: Variable): string {
  return `"${id}.${revision}"`
}

/** Changes the variables of an account. Runs read them through the engine. */
export class VariableService {
  readonly #deps: Pick<FeatureDeps, 'store' | 'clock' | 'ids'>

  constructor(deps: Pick<FeatureDeps, 'store' | 'clock' | 'ids'>) {
    this.#deps = deps
  }

  async create(tx: Transaction, account: AccountId, body: NewVariable): Promise<Variable> {
    const { store, clock, ids } = this.#deps
    const at = clock.now()
    const variable: Variable = {
      id: ids.next(at),
      accountId: account,
      name: body.name,
      value: body.value as JsonValue,
      description: (body.description ?? '').trim(),
      revision: 1,
      createdAt: at,
      updatedAt: at,
    }
    refuseLargeValue(variable.value)
    await store.variables.lock(tx, account)
    await this.#refuseTakenName(tx, account, variable.name)
    await this.#refuseTooMuch(tx, variable, undefined)
    await store.variables.insert(tx, variable)
    return variable
  }

  /** Returns the variable before and after. */
  async update(
    tx: Transaction,
    { account, id, ifMatch }: Target,
    changes: VariableChanges,
  ): Promise<{ readonly before: Variable; readonly after: Variable }> {
    const { store, clock } = this.#deps
    if (changes.value !== undefined) refuseLargeValue(changes.value as JsonValue)
    const before = await this.#take(tx, { account, id, ifMatch })
    const wanted = {
      name: changes.name ?? before.name,
      value: changes.value === undefined ? before.value : (changes.value as JsonValue),
      description: changes.description?.trim() ?? before.description,
    }
    const isSame =
      wanted.name === before.name &&
      wanted.description === before.description &&
      isEqualJson(wanted.value, before.value)
    if (isSame) return { before, after: before }
    const after = { ...before, ...wanted, revision: before.revision + 1, updatedAt: clock.now() }
    if (after.name !== before.name) await this.#refuseTakenName(tx, account, after.name)
    await this.#refuseTooMuch(tx, after, before)
    await store.variables.update(tx, after)
    return { before, after }
  }

  async delete(tx: Transaction, target: Target): Promise<Variable> {
    const variable = await this.#take(tx, target)
    await this.#deps.store.variables.delete(tx, target.account, variable.id)
    return variable
  }

  async #take(tx: Transaction, { account, id, ifMatch }: Target): Promise<Variable> {
    const { variables } = this.#deps.store
    await variables.lock(tx, account)
    const found = await variables.findIn(tx, account, { id: id.toLowerCase() })
    if (found === undefined) throw notFound('variable')
    refuseMismatch(ifMatch, variableTag(found), 'variable')
    return found
  }

  async #refuseTakenName(tx: Transaction, account: AccountId, name: string): Promise<void> {
    if ((await this.#deps.store.variables.findIn(tx, account, { name })) === undefined) return
    throw conflict(
      `There is already a variable \`${name}\`. Choose another name, or change that one.`,
      'name',
    )
  }

  async #refuseTooMuch(tx: Transaction, after: Variable, before: Variable | undefined): Promise<void> {
    const { count, size } = await this.#deps.store.variables.use(tx, after.accountId)
    if (before === undefined && count >= VARIABLE_LIMITS.count) {
      const message = `An account has at most ${VARIABLE_LIMITS.count} variables. Delete one, or put several values into one variable.`
      throw invalid([{ path: 'name', message }])
    }
    const added = sizeOf(after.value) - (before === undefined ? 0 : sizeOf(before.value))
    if (added > 0 && size + added > VARIABLE_LIMITS.totalSize) {
      const message = `makes all variables of the account larger than ${VARIABLE_LIMITS.totalSize} bytes. Shorten it, or use files or state for data.`
      throw invalid([{ path: 'value', message }])
    }
  }
}

function refuseLargeValue(value: JsonValue): void {
  const size = sizeOf(value)
  if (size <= VARIABLE_LIMITS.valueSize) return
  const message = `has ${size} bytes, but at most ${VARIABLE_LIMITS.valueSize} are allowed`
  throw invalid([{ path: 'value', message }])
}

function sizeOf(value: JsonValue): number {
  return Buffer.byteLength(JSON.stringify(value))
}
