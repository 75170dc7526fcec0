import type { ExecutionLog, JournalEntry, JsonValue } from '#domain/index.ts'
import type {
  Arrival,
  FilesHistory,
  FilesSnapshot,
  PlannedExecution,
  PolledItems,
  ShownExecution,
  StoredExecution,
  StoredState,
} from '../history.ts'

interface SamplePage {
  sequence: number
  steps: JournalEntry[]
  logs: ExecutionLog[]
}

type SampleExecution = Omit<StoredExecution, 'journal'> & { journal: SamplePage[] }

/** A history that can be modified. The first of each kind always exists. */
export interface SampleHistory {
  planned: [PlannedExecution, ...PlannedExecution[]]
  shown: Map<string, ShownExecution | undefined>
  /** The caller, and the sub-workflow. */
  stored: [SampleExecution, SampleExecution, ...SampleExecution[]]
  arrivals: [Arrival, ...Arrival[]]
  state: { -readonly [Key in keyof StoredState]: StoredState[Key] }
  polled: PolledItems
  files: { -readonly [Key in keyof FilesHistory]: FilesHistory[Key] }
}

const warn = (at: number, nodeId: string, message: string): ExecutionLog => ({
  at,
  level: 'warn',
  message,
  node_id: nodeId,
})

const begun = (nodeId: string, attempt: number, startedAt: number): JournalEntry => ({
  nodeId,
  status: 'begun',
  attempt,
  startedAt,
})

const completed = (nodeId: string, endedAt: number, output: JsonValue = null): JournalEntry => ({
  nodeId,
  status: 'completed',
  handle: 'main',
  output,
  error: null,
  attempts: 1,
  startedAt: endedAt,
  endedAt,
})

/**
 * An effect that was interrupted, then failed, then succeeded; a timer; a loop without items; a sub-workflow with an
 * effect of its own.
 */
export function soundHistory(): SampleHistory {
  const end = { status: 'completed' as const, output: { value: 'a post' } }
  const arrive = (at: number): Arrival => ({ token: 'a', step: 'post', executionId: 'e1', key: 'k1', at })
  return {
    planned: [
      {
        token: 'a',
        shape: 'sample',
        ends: [end],
        effects: [{ step: 'post' }, { step: 'child', part: '/0' }],
        children: 1,
        acceptedIds: ['e1', 'e1'],
        answeredEnds: [end],
        hasKey: true,
      },
      // Its response was lost, it has no key, and it never arrived: nothing was promised.
      {
        token: 'b',
        shape: 'sample',
        ends: [end],
        effects: [],
        children: 0,
        acceptedIds: [],
        answeredEnds: [],
        hasKey: false,
      },
    ],
    shown: new Map([['e1', end]]),
    stored: [caller(), called()],
    arrivals: [
      arrive(20),
      arrive(40),
      arrive(60),
      { token: 'a/0', step: 'child', executionId: 'e2', key: 'k2', at: 110 },
    ],
    state: { counter: 1, items: ['7'] },
    polled: { offered: 2, taken: [1, 2], passed: [1, 2], overlapping: 0 },
    files: { afterKills: filesAfterKills(), afterCleanup: filesAfterCleanup(), deletedExecutions: 1 },
  }
}

/** The first file is kept by an execution; the upload of the second content was interrupted. */
function filesAfterKills(): FilesSnapshot {
  const clean = filesAfterCleanup()
  return {
    ...clean,
    stored: [...clean.stored, { key: 'c2', size: 3, sha256: 'other' }],
    removals: ['c2'],
  }
}

function filesAfterCleanup(): FilesSnapshot {
  return {
    holders: [
      { id: 'e1', fileIds: ['f1'] },
      { id: 'e2', fileIds: [] },
    ],
    references: [{ holderId: 'e1', fileId: 'f1' }],
    files: [{ id: 'f1', contentId: 'c1', size: 9, sha256: 'digest' }],
    contentIds: ['c1'],
    removals: [],
    usage: { files: 1, bytes: 9 },
    stored: [{ key: 'c1', size: 9, sha256: 'digest' }],
  }
}

function caller(): SampleExecution {
  const timer: JournalEntry = {
    nodeId: 'timer',
    status: 'waiting',
    waitId: 'w1',
    for: 'timer',
    attempt: 1,
    startedAt: 70,
    until: 90,
  }
  const retrying: JournalEntry = {
    nodeId: 'post',
    status: 'retrying',
    attempt: 2,
    error: { code: 'HTTP_503', message: 'not now' },
    startedAt: 10,
    endedAt: 45,
    resumeAt: 50,
    waitId: 'w0',
  }
  const loop: JournalEntry = {
    nodeId: 'loop',
    status: 'opened',
    startedAt: 100,
    items: [],
    concurrency: 1,
    collectErrors: false,
    maxIterations: 1,
  }
  const call: JournalEntry = {
    nodeId: 'call',
    status: 'waiting',
    waitId: 'w2',
    for: 'workflow',
    attempt: 1,
    startedAt: 100,
    until: null,
    childId: 'e2',
  }
  const pages: Omit<SamplePage, 'sequence'>[] = [
    { steps: [begun('post', 1, 10)], logs: [] },
    {
      steps: [begun('post', 2, 30)],
      logs: [warn(30, 'post', 'Attempt 1 was interrupted. It is retried with the same Idempotency-Key.')],
    },
    { steps: [retrying], logs: [warn(45, 'post', 'Attempt 1 of 3 failed: not now')] },
    { steps: [begun('post', 3, 50)], logs: [] },
    { steps: [completed('post', 65), timer], logs: [] },
    { steps: [completed('timer', 95), loop, completed('loop', 100), call], logs: [] },
    { steps: [completed('call', 130)], logs: [] },
  ]
  return {
    id: 'e1',
    status: 'completed',
    startedAt: 10,
    completedAt: 140,
    sequence: pages.length,
    token: 'a',
    output: { value: 'a post' },
    error: null,
    parentId: null,
    parentWaitId: null,
    journal: pages.map((page, sequence) => ({ ...page, sequence })),
    waits: 0,
    signals: 0,
    slots: 0,
  }
}

function called(): SampleExecution {
  return {
    id: 'e2',
    status: 'completed',
    startedAt: 100,
    completedAt: 120,
    sequence: 2,
    token: 'a/0',
    output: {},
    error: null,
    parentId: 'e1',
    parentWaitId: 'w2',
    journal: [
      { sequence: 0, steps: [begun('child', 1, 105)], logs: [] },
      {
        sequence: 1,
        steps: [
          completed('child', 115),
          completed('count_run', 116, { value: 1 }),
          completed('fresh', 117, [7]),
        ],
        logs: [],
      },
    ],
    waits: 0,
    signals: 0,
    slots: 0,
  }
}
