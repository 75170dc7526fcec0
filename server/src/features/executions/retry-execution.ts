import type { RetryRequest } from '@millrace/contract/execution-control.ts'
import {
  type AccountId,
  conflict,
  type Execution,
  invalid,
  isFinal,
  type JournalEntry,
  notFound,
} from '#domain/index.ts'
import { type CompiledVersion, type Engine, keepForRetry } from '#engine/index.ts'
import type { Store } from '#ports/index.ts'

export interface PreparedRetry {
  readonly original: Execution
  readonly versionId: string
  /** Steps that the new execution takes over. */
  readonly steps: readonly JournalEntry[]
}

const MAX_LISTED_NODES = 50

/** Reads everything a retry needs. No transaction is necessary: the original execution has ended and no longer changes. */
export async function prepareRetry(
  { store, engine }: { store: Store; engine: Engine },
  account: AccountId,
  id: string,
  wanted: RetryRequest,
): Promise<PreparedRetry> {
  const original = await store.executions.find(account, id)
  if (original === undefined) throw notFound('execution')
  const from = chooseStart(original, wanted.from)
  const versionId = await chooseVersion(store, original, wanted.version)
  const version = await engine.version(account, versionId)
  if (from !== 'failed' && from !== 'start') refuseUnknownNode(version, from)
  if (from === 'start') return { original, versionId, steps: [] }
  const pages = await store.executions.journal(account, id, -1)
  const steps = keepForRetry({
    version,
    original: await engine.version(account, original.versionId),
    input: original.input,
    triggerNodeId: original.triggerNodeId,
    entries: pages.flatMap((page) => page.steps),
    from: from === 'failed' ? from : { nodeId: from },
  })
  return { original, versionId, steps }
}

function chooseStart({ status }: Execution, wanted: string | undefined): string {
  if (!isFinal(status)) {
    throw conflict('The execution has not ended yet. Wait for its end or cancel it, then retry it.')
  }
  if (wanted === 'failed' && status !== 'failed') {
    throw conflict(
      'The execution did not fail, so there is no failed step to retry from. Retry it from `start` or from a node.',
      'from',
    )
  }
  return wanted ?? (status === 'failed' ? 'failed' : 'start')
}

async function chooseVersion(
  { workflows }: Store,
  { accountId, workflowId, versionId }: Execution,
  wanted: RetryRequest['version'],
): Promise<string> {
  if (wanted !== 'current') return versionId
  const current = await workflows.currentVersion(accountId, workflowId)
  if (current !== undefined) return current
  throw conflict(
    'The workflow was deleted and has no current version. Retry with the version of the execution: `original`.',
    'version',
  )
}

function refuseUnknownNode(version: CompiledVersion, nodeId: string): void {
  if (version.nodes.has(nodeId)) return
  const known = [...version.nodes.keys()]
  const named = known.slice(0, MAX_LISTED_NODES).join(', ') + (known.length > MAX_LISTED_NODES ? ', …' : '')
  const nodes = known.length === 0 ? 'it has none' : named
  throw invalid([
    { path: 'from', message: `must be \`start\`, \`failed\` or the id of a node of that version: ${nodes}` },
  ])
}
