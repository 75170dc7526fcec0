import type { ShadowRun } from '@millrace/contract/workflow-shadow.ts'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { call } from '../../api/call.ts'
import * as operations from '../../api/generated/operations.ts'
import type { GraphDocument } from '../../graph/types.ts'

interface ShadowState {
  readonly phase: 'idle' | 'running' | 'finished' | 'stopped' | 'failed'
  /** How many runs to try. */
  readonly wanted: number
  readonly runs: readonly ShadowRun[]
  readonly error: unknown
  /** What was tried; see `describeDefinition`. */
  readonly definition: string
}

const IDLE: ShadowState = { phase: 'idle', wanted: 0, runs: [], error: null, definition: '' }

interface Trial {
  readonly state: StoreApi<ShadowState>
  controller: AbortController | undefined
}

/** The latest results of each workflow, until the page is left: looking at a node must not lose them. */
const trials = new Map<string, Trial>()

function trialOf(workflowId: string): Trial {
  const known = trials.get(workflowId)
  if (known !== undefined) return known
  const trial: Trial = { state: createStore<ShadowState>(() => IDLE), controller: undefined }
  trials.set(workflowId, trial)
  return trial
}

export function shadowStore(workflowId: string): StoreApi<ShadowState> {
  return trialOf(workflowId).state
}

interface TrialRequest {
  readonly workflowId: string
  readonly count: number
  readonly document: GraphDocument
  /** Resolves when the server has what the editor shows. */
  flush(): Promise<void>
}

/** Tries runs in portions, so that it can show its progress and stop. */
export async function startTrial({ workflowId, count, document, flush }: TrialRequest): Promise<void> {
  const trial = trialOf(workflowId)
  trial.controller?.abort()
  const controller = new AbortController()
  trial.controller = controller
  const { signal } = controller
  const isCurrent = () => trial.controller === controller && !signal.aborted
  trial.state.setState({ ...IDLE, phase: 'running', wanted: count, definition: describeDefinition(document) })
  const runs: ShadowRun[] = []
  try {
    await flush()
    let cursor: string | null = null
    do {
      const left = count - runs.length
      const body: { count: number; cursor?: string } = { count: left, ...(cursor !== null && { cursor }) }
      const { data, meta } = await call(operations.shadowDraft, { params: { id: workflowId }, body, signal })
      if (!isCurrent()) return
      runs.push(...data.runs)
      cursor = meta.next_cursor
      trial.state.setState({ runs: [...runs] })
    } while (cursor !== null && runs.length < count)
    trial.state.setState({ phase: 'finished' })
  } catch (error) {
    if (isCurrent()) trial.state.setState({ phase: 'failed', error })
  }
}

export function stopTrial(workflowId: string): void {
  const trial = trialOf(workflowId)
  if (trial.state.getState().phase !== 'running') return
  trial.controller?.abort()
  trial.state.setState({ phase: 'stopped' })
}

/** Everything that decides how a run goes: positions of nodes do not. */
export function describeDefinition({ nodes, edges, variables }: GraphDocument): string {
  return JSON.stringify([nodes.map((node) => ({ ...node, position: undefined })), edges, variables])
}

type ShadowTotals = Readonly<Record<ShadowRun['result'], number>>

export function countResults(runs: readonly ShadowRun[]): ShadowTotals {
  const totals = { same: 0, changed: 0, unknown: 0, failed: 0 }
  for (const { result } of runs) totals[result] += 1
  return totals
}
