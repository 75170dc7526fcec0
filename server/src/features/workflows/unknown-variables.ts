import { findSimilar } from '@millrace/expressions'
import type { AccountId, GraphProblem } from '#domain/index.ts'
import type { VariableRead } from '#engine/index.ts'
import type { Store } from '#ports/index.ts'

/** Finds reads of variables that the account does not have. */
export async function findUnknownVariables(
  store: Pick<Store, 'variables'>,
  account: AccountId,
  reads: readonly VariableRead[],
): Promise<readonly GraphProblem[]> {
  if (reads.length === 0) return []
  const names = await store.variables.names(account)
  const known = new Set(names)
  return reads
    .filter(({ name }) => !known.has(name))
    .map(({ nodeId, parameter, name, severity }) => {
      const similar = findSimilar(name, names)
      const fix =
        similar === undefined
          ? 'Create it in Settings, or use `variables` for a variable of the workflow.'
          : `Did you mean \`vars.${similar}\`?`
      return {
        ...(severity === 'warning' && { severity }),
        nodeId,
        parameter,
        message: `Parameter \`${parameter}\` of node "${nodeId}": the account has no variable \`${name}\`. ${fix}`,
      }
    })
}
