import assert from 'node:assert/strict'
import {
  type NewExecution,
  type NewExecutionOnVersion,
  openedOn,
  type OpenExecution,
  type ParentWait,
  type Signal,
  type StepWaiting,
  type Workflow,
} from '#domain/index.ts'
import type { Checkpoint, EndingCheckpoint, ExecutionEnd, Ids, SignalResult, Wait } from '#ports/index.ts'
import type { EngineSubject } from '../engine-store.ts'
import { sampleExecution, sampleWorkflow } from '../samples.ts'

/** Sample data for the execution suites. */

export const ENDED: ExecutionEnd = {
  kind: 'end',
  status: 'completed',
  completedAt: 99,
  output: {},
  error: null,
  notify: null,
  cancel: [],
}

export async function insertWorkflow(
  { store, ids, newAccount }: EngineSubject,
  changes: Partial<Workflow> = {},
): Promise<Workflow> {
  const workflow = sampleWorkflow(ids, changes.accountId ?? (await newAccount()), changes)
  await store.write((tx) => store.workflows.insert(tx, workflow))
  return workflow
}

export async function accept(
  subject: EngineSubject,
  workflow?: Workflow,
  changes: Partial<NewExecution> = {},
): Promise<OpenExecution> {
  const request = sampleExecution(subject.ids, workflow ?? (await insertWorkflow(subject)), changes)
  return (await subject.store.intake.accept(request)) ?? assert.fail('not accepted')
}

export function checkpointOf(open: OpenExecution, changes: Partial<Checkpoint> = {}): Checkpoint {
  return {
    executionId: open.id,
    owner: open.owner,
    sequence: open.sequence,
    activeMs: 0,
    computingMs: 0,
    input: open.input,
    steps: [],
    logs: [],
    waits: [],
    endedWaits: [],
    takenSignals: [],
    children: [],
    next: { kind: 'continue' },
    ...changes,
  }
}

/** The end of an execution that is accepted together with its end. */
export function endingOf(
  request: NewExecution,
  { versionId }: Pick<Workflow, 'versionId'>,
  changes: Partial<EndingCheckpoint> = {},
): EndingCheckpoint {
  return { ...checkpointOf(openedOn(request, versionId)), next: ENDED, ...changes }
}

export function sampleWait(ids: Ids, changes: Partial<Wait> = {}): Wait {
  return { id: ids.next(0), kind: 'callback', dueAt: null, begunAt: 0, ...changes }
}

/** The journal entry of a step that started to wait. */
export function sampleWaiting(waitId: string, changes: Partial<StepWaiting> = {}): StepWaiting {
  return {
    nodeId: 'wait',
    status: 'waiting',
    waitId,
    for: 'callback',
    attempt: 1,
    startedAt: 0,
    until: null,
    ...changes,
  }
}

export function sampleSignal(ids: Ids, changes: Partial<Signal> = {}): Signal {
  return { id: ids.next(0), event: 'paid', waitId: null, data: { amount: 3 }, at: 77, ...changes }
}

export function sampleAnswer(ids: Ids, waitId: string): Signal {
  return sampleSignal(ids, { event: null, waitId })
}

/** A sub-workflow of `open`, on the same version. */
export function sampleChild(
  ids: Ids,
  open: OpenExecution,
  parent: ParentWait | null,
  changes: Partial<NewExecutionOnVersion> = {},
): NewExecutionOnVersion {
  return {
    ...sampleExecution(ids, { id: open.workflowId, accountId: open.accountId }),
    versionId: open.versionId,
    depth: open.depth + 1,
    parent,
    retryOf: null,
    steps: [],
    ...changes,
  }
}

/** The execution parked on the waits: unowned, at the next sequence. */
export async function park(
  { store }: EngineSubject,
  open: OpenExecution,
  waits: readonly Wait[],
  changes: Partial<Checkpoint> = {},
): Promise<OpenExecution> {
  const next = { kind: 'park' as const, signalSequence: open.signalSequence }
  const steps = waits.map(({ id, kind, dueAt }) => sampleWaiting(id, { for: kind, until: dueAt }))
  assert.equal(
    await store.journal.checkpoint(checkpointOf(open, { waits, steps, next, ...changes })),
    'committed',
  )
  return { ...open, owner: '', sequence: open.sequence + 1 }
}

/** An execution that is parked until its sub-workflow ends, and that sub-workflow. */
export async function startChild(
  subject: EngineSubject,
  open: OpenExecution,
  changes: Partial<NewExecutionOnVersion> = {},
): Promise<{ parent: OpenExecution; wait: Wait; child: OpenExecution }> {
  const { store, ids } = subject
  const wait = sampleWait(ids, { kind: 'workflow' })
  const request = sampleChild(ids, open, { executionId: open.id, waitId: wait.id }, changes)
  const parent = await park(subject, open, [wait], { children: [request] })
  const child = await store.journal.load(request.id, request.owner)
  return { parent, wait, child: child ?? assert.fail('not started') }
}

export function signal(
  { store }: EngineSubject,
  { id: executionId }: Pick<OpenExecution, 'id'>,
  sent: Signal,
  owner = 'runner-9',
): Promise<SignalResult> {
  return store.write((tx) => store.intake.signal(tx, { executionId, signal: sent, owner }))
}

/** Everything that can be read about it. */
export async function readAll({ store }: EngineSubject, { id, accountId, owner }: OpenExecution) {
  return {
    execution: await store.executions.find(accountId, id),
    journal: await store.executions.journal(accountId, id, -1),
    open: await store.journal.load(id, owner),
    signals: await store.journal.signals(id),
    owned: await store.claims.findOwned(owner, [id]),
  }
}
