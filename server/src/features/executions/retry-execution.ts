import type { RetryPreview, RetryRequest } from '@millrace/contract/execution-control.ts'
import {
  type AccountId,
  conflict,
  type Definition,
  type Execution,
  invalid,
  isFinal,
  isResult,
  type JournalEntry,
  notFound,
} from '#domain/index.ts'
import { type CompiledVersion, type Engine, keepForRetry, possibleNodes, stepKeyOf } from '#engine/index.ts'
import type { Store } from '#ports/index.ts'
import { findUnknownNode, findWorkingCopy, listNodes } from './working-copy-runs.ts'
import { readJournal } from './whole-journal.ts'

/** What a retry runs on: a stored version, or the working copy, which is stored with the execution. */
export type RetryTarget =
  | { readonly versionId: string }
  | { readonly definition: Definition; readonly until: string | undefined }

export interface PreparedRetry {
  readonly original: Execution
  readonly target: RetryTarget
  /** The target, compiled. */
  readonly version: CompiledVersion
  /** The journal of the original execution. */
  readonly entries: readonly JournalEntry[]
  /** Steps that the new execution takes over. */
  readonly steps: readonly JournalEntry[]
}

interface RetryDeps {
  readonly store: Store
  readonly engine: Engine
}

/** Reads everything a retry needs. No transaction is necessary: the original execution has ended and no longer changes. */
export async function prepareRetry(
  { store, engine }: RetryDeps,
  account: AccountId,
  id: string,
  wanted: RetryRequest,
): Promise<PreparedRetry> {
  const original = await store.executions.find(account, id)
  if (original === undefined) throw notFound('execution')
  const from = chooseStart(original, wanted.from)
  const target = await chooseTarget(store, original, wanted)
  const version =
    'versionId' in target
      ? await engine.version(account, target.versionId)
      : await engine.compileTest(account, target.definition, target.until)
  if (from !== 'failed' && from !== 'start') refuseUnknownNode(version, from)
  const pages = await readJournal(store.executions, account, id)
  const entries = pages.flatMap((page) => page.steps)
  if (from === 'start') return { original, target, version, entries, steps: [] }
  const steps = keepForRetry({
    version,
    original: await engine.version(account, original.versionId),
    input: original.input,
    triggerNodeId: original.triggerNodeId,
    entries,
    from: from === 'failed' ? from : { nodeId: from },
  })
  return { original, target, version, entries, steps }
}

/** What the retry would keep and run, by node, in the order of the definition. */
export async function previewRetry(
  store: Pick<Store, 'executions' | 'versions'>,
  { original, target, version, entries, steps }: PreparedRetry,
): Promise<RetryPreview> {
  // A loop of which only iterations are kept goes on, so it counts as one that runs again.
  const results = steps.filter(isResult)
  const kept = countSteps(results)
  const known = new Set(results.map(stepKeyOf))
  const ran = countSteps(entries.filter((entry) => !known.has(stepKeyOf(entry))))
  const possible = possibleNodes(version, original.triggerNodeId, steps)
  const repeated = new Map([...ran].filter(([nodeId]) => possible.has(nodeId)))
  const isNew = (nodeId: string) => possible.has(nodeId) && !kept.has(nodeId) && !ran.has(nodeId)
  const nodes = [...version.nodes.keys()]
  const list = (counts: ReadonlyMap<string, number>) =>
    nodes.flatMap((node_id) => {
      const count = counts.get(node_id)
      return count === undefined ? [] : [{ node_id, steps: count }]
    })
  const label =
    'versionId' in target
      ? (await store.versions.labels(original.accountId, [target.versionId])).get(target.versionId)
      : undefined
  return {
    version_id: 'versionId' in target ? target.versionId : null,
    version_number: label === undefined || version.isTest ? null : label.number,
    kept: list(kept),
    repeated: list(repeated),
    new: nodes.filter(isNew).map((node_id) => ({ node_id, steps: 0 })),
  }
}

/** How many steps each node has. An opened loop without a result counts as well: it runs again. */
function countSteps(entries: readonly JournalEntry[]): Map<string, number> {
  const keys = new Map<string, Set<string>>()
  for (const entry of entries) {
    const ofNode = keys.get(entry.nodeId) ?? new Set()
    keys.set(entry.nodeId, ofNode.add(stepKeyOf(entry)))
  }
  return new Map([...keys].map(([nodeId, ofNode]) => [nodeId, ofNode.size]))
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

async function chooseTarget(
  store: Store,
  { accountId, workflowId, versionId }: Execution,
  { version, until }: RetryRequest,
): Promise<RetryTarget> {
  if (version === 'current') {
    const current = await store.workflows.currentVersion(accountId, workflowId)
    if (current !== undefined) return { versionId: current }
    throw deleted('current version')
  }
  if (version !== 'draft') return { versionId }
  const definition = await findWorkingCopy(store, accountId, workflowId)
  if (definition === undefined) throw deleted('working copy')
  const issues = until === undefined ? [] : findUnknownNode(definition, until, 'until')
  if (issues.length > 0) throw invalid(issues)
  return { definition, until }
}

function deleted(what: string) {
  return conflict(
    `The workflow was deleted and has no ${what}. Retry with the version of the execution: \`original\`.`,
    'version',
  )
}

function refuseUnknownNode(version: CompiledVersion, nodeId: string): void {
  if (version.nodes.has(nodeId)) return
  const nodes = listNodes([...version.nodes.keys()])
  throw invalid([
    { path: 'from', message: `must be \`start\`, \`failed\` or the id of a node of that version: ${nodes}` },
  ])
}
