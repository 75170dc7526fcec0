import type { ImportedBundle, ImportItem, ImportMode, ImportReport } from '@millrace/contract/bundle.ts'
import type { NewVariable } from '@millrace/contract/variable.ts'
import {
  type AccountId,
  isEqualJson,
  type JsonObject,
  type JsonValue,
  type Variable,
  VARIABLE_LIMITS,
  variablesIn,
} from '#domain/index.ts'
import type { Store, Transaction } from '#ports/index.ts'
import type { VariableService } from '../variables/variable-service.ts'

/** A variable of the bundle, and what is to be done with it. */
export interface PlannedVariable {
  readonly wanted: NewVariable
  readonly existing: Variable | undefined
  readonly action: ImportItem['action']
}

/** Variables are found by their name: it is what workflows call them by. */
export async function planVariables(
  store: Pick<Store, 'variables'>,
  account: AccountId,
  { variables = [], workflows = [] }: ImportedBundle,
): Promise<{ readonly variables: readonly PlannedVariable[]; readonly missing: ImportReport['missing'] }> {
  const read = workflows.map(({ name, nodes = [] }) => ({
    name: name.trim(),
    reads: variablesIn(nodes as readonly JsonObject[]),
  }))
  if (variables.length === 0 && read.every(({ reads }) => reads !== 'all' && reads.size === 0)) {
    return { variables: [], missing: [] }
  }
  const page = { before: undefined, limit: VARIABLE_LIMITS.count }
  const existing = new Map(
    (await store.variables.list(account, undefined, page)).map((variable) => [variable.name, variable]),
  )
  const wanted = new Map(variables.map((variable) => [variable.name, variable]))
  const needed = new Set(read.flatMap(({ reads }) => (reads === 'all' ? [] : [...reads])))
  const missing = [...needed].filter((name) => !wanted.has(name) && !existing.has(name))
  return {
    variables: [...wanted.values()].map((variable) => plan(variable, existing.get(variable.name))),
    missing: missing.toSorted().map((name) => ({
      kind: 'variable' as const,
      id: name,
      name,
      used_by: read.filter(({ reads }) => reads !== 'all' && reads.has(name)).map((one) => one.name),
      reason: `There is no variable \`${name}\`, so \`vars.${name}\` is missing. Create it in Settings.`,
    })),
  }
}

export async function applyVariables(
  service: VariableService,
  tx: Transaction,
  account: AccountId,
  planned: readonly PlannedVariable[],
): Promise<void> {
  for (const { wanted, existing } of planned) {
    if (existing === undefined) await service.create(tx, account, wanted)
    else await service.update(tx, { account, id: existing.id, ifMatch: undefined }, wanted)
  }
}

export function reportVariable({ wanted, existing, action }: PlannedVariable, mode: ImportMode): ImportItem {
  const applied = isAppliedIn(mode, action)
  return { name: wanted.name, action, applied, id: existing?.id ?? null }
}

export function isAppliedIn(mode: ImportMode, action: ImportItem['action']): boolean {
  return (action === 'create' && mode !== 'check') || (action === 'replace' && mode === 'replace')
}

function plan(wanted: NewVariable, existing: Variable | undefined): PlannedVariable {
  if (existing === undefined) return { wanted, existing, action: 'create' }
  const isSame =
    isEqualJson(wanted.value as JsonValue, existing.value) &&
    (wanted.description ?? existing.description).trim() === existing.description
  return { wanted, existing, action: isSame ? 'unchanged' : 'replace' }
}
