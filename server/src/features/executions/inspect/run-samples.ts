import type { RunSample } from '@millrace/contract/workflow-insight.ts'
import { type AccountId, type ExecutionOverview, rawOf } from '#domain/index.ts'
import type { ExecutionQueries } from '#ports/index.ts'
import { timestamp } from '../../shared/timestamps.ts'
import { ReadBudget, readResults } from './read-results.ts'

/** Characters of one value. */
const MAX_VALUE = 64 * 1024
/** Characters of all values. */
const MAX_RESPONSE = 4 * 1024 * 1024

type SampleReads = Pick<ExecutionQueries, 'listAll' | 'overview' | 'outline' | 'text'>

interface SampleRequest {
  readonly workflowId: string
  /** Only this run. */
  readonly executionId: string | undefined
  readonly nodeIds: readonly string[]
  readonly runs: number
}

/** Recorded data of recent runs, test runs included, newest first. Undefined when the wanted run does not exist. */
export async function readSamples(
  executions: SampleReads,
  account: AccountId,
  request: SampleRequest,
): Promise<RunSample[] | undefined> {
  const found = await findRuns(executions, account, request)
  if (found === undefined) return undefined
  const budget = new ReadBudget()
  const samples: RunSample[] = []
  let size = 0
  for (const run of found) {
    if (size >= MAX_RESPONSE || budget.isSpent) break
    const texts = await readTexts(executions, account, run, { nodeIds: request.nodeIds, budget })
    const { sample, size: own } = toSample(run, texts)
    // The first sample is returned whatever its size: there are at most a few values that are not left out.
    if (samples.length > 0 && size + own > MAX_RESPONSE) break
    size += own
    samples.push(sample)
  }
  return samples
}

async function findRuns(
  executions: SampleReads,
  account: AccountId,
  { workflowId, executionId, runs }: SampleRequest,
): Promise<readonly ExecutionOverview[] | undefined> {
  if (executionId !== undefined) {
    const run = await executions.overview(account, executionId)
    return run?.workflowId === workflowId ? [run] : undefined
  }
  const filter = { workflowId, status: undefined, from: undefined, to: undefined }
  return executions.listAll(account, filter, { before: undefined, limit: runs })
}

interface RunTexts {
  readonly input: string
  /** By node; of a node in a loop, that of its last iteration. */
  readonly outputs: ReadonlyMap<string, string>
}

async function readTexts(
  executions: SampleReads,
  account: AccountId,
  { id }: ExecutionOverview,
  { nodeIds, budget }: { readonly nodeIds: readonly string[]; readonly budget: ReadBudget },
): Promise<RunTexts> {
  const wanted = new Set(nodeIds)
  const outputs = new Map<string, string>()
  if (wanted.size > 0) {
    await readResults(executions, { account, id }, budget, ({ nodeId, output }) => {
      if (wanted.has(nodeId)) outputs.set(nodeId, rawOf(output)?.text ?? 'null')
    })
  }
  const input = (await executions.text(account, id, 'input')) ?? 'null'
  budget.spend(input.length)
  return { input, outputs }
}

function toSample(run: ExecutionOverview, { input, outputs }: RunTexts): { sample: RunSample; size: number } {
  const left_out: string[] = []
  let size = 0
  const read = (name: string, text: string): unknown => {
    if (text.length > MAX_VALUE) {
      left_out.push(name)
      return undefined
    }
    size += text.length
    return JSON.parse(text) as unknown
  }
  const sample: RunSample = {
    execution_id: run.id,
    status: run.status,
    started_at: timestamp(run.startedAt),
    trigger_node_id: run.triggerNodeId,
    input: read('input', input) ?? null,
    outputs: Object.fromEntries(
      [...outputs]
        .map(([nodeId, text]) => [nodeId, read(nodeId, text)] as const)
        .filter(([, value]) => value !== undefined),
    ),
    left_out,
  }
  return { sample, size }
}
