import type { ExecutionError } from '@millrace/contract/execution.ts'
import {
  type AccountId,
  type ExecutionLog,
  type ExecutionOverview,
  firstIdAt,
  type JournalEntry,
  type JsonObject,
  type JsonValue,
  RawJson,
  type Signal,
} from '#domain/index.ts'
import type {
  AllExecutionsFilter,
  CursorRequest,
  ExecutionClaims,
  ExecutionJournal,
  ExecutionQueries,
} from '#ports/index.ts'
import { hasStarted } from './enqueue-signal.ts'
import type { ExecutionRow, MemoryDatabase } from './memory-database.ts'

type Reads = ExecutionQueries &
  Pick<ExecutionJournal, 'load' | 'signals'> &
  Pick<ExecutionClaims, 'openOf' | 'findOwned' | 'nextDue'>

/** `betweenReads` runs between the reads of one call, so that the call sees what others commit in between. */
export function executionReads(database: MemoryDatabase, betweenReads: () => Promise<void>): Reads {
  const owned = (account: AccountId, id: string): ExecutionRow | undefined => {
    const row = database.executions.get(id)
    return row?.accountId === account ? row : undefined
  }
  const readJournal = (id: string) =>
    (database.journals.get(id) ?? []).map(({ sequence, steps, logs }) => ({
      sequence,
      steps: JSON.parse(steps) as JournalEntry[],
      logs: JSON.parse(logs) as ExecutionLog[],
    }))
  /** Only signals that the count includes: the caller compares the count to notice newer ones. */
  const readSignals = (id: string, count: number): readonly Signal[] =>
    (database.signals.get(id) ?? [])
      .filter(({ position }) => position < count)
      .map(({ id: signalId, event, waitId, data, at }) => ({
        id: signalId,
        event,
        waitId,
        data: JSON.parse(data) as JsonValue,
        at,
      }))
  const inOrder = (): ExecutionRow[] =>
    [...database.executions.values()].sort((a, b) => (a.id < b.id ? -1 : 1))

  const matching = (
    account: AccountId,
    { workflowId, status, trigger, errorCode, from, to }: AllExecutionsFilter,
    { before, limit }: CursorRequest,
  ): ExecutionRow[] =>
    inOrder()
      .toReversed()
      .filter((row) => row.accountId === account)
      .filter((row) => workflowId === undefined || row.workflowId === workflowId)
      .filter((row) => status === undefined || row.status === status)
      .filter((row) => trigger === undefined || row.trigger === trigger)
      .filter(({ error }) => errorCode === undefined || errorOf(error)?.code === errorCode)
      .filter(({ id }) => from === undefined || id >= firstIdAt(from))
      .filter(({ id }) => to === undefined || id < firstIdAt(to + 1))
      .filter(({ id }) => before === undefined || id < before)
      .slice(0, limit)
  const toOverview = (row: ExecutionRow): ExecutionOverview => {
    const { id, workflowId, versionId, status, startedAt, completedAt, trigger, triggerNodeId, retryOf } = row
    const workflow = database.workflows.get(workflowId)
    return {
      id,
      workflowId,
      workflowName: workflow === undefined || workflow.isDeleted ? null : workflow.name,
      versionId,
      versionNumber: database.versions.get(versionId)?.number ?? null,
      status,
      startedAt,
      completedAt,
      trigger,
      triggerNodeId,
      retryOf,
      error: errorOf(row.error),
    }
  }

  return {
    async find(account, id) {
      const row = owned(account, id)
      if (row === undefined) return undefined
      const { accountId, workflowId, versionId, status, startedAt, completedAt, triggerNodeId, retryOf } = row
      return {
        id,
        accountId,
        workflowId,
        versionId,
        status,
        startedAt,
        completedAt,
        triggerNodeId,
        retryOf,
        input: JSON.parse(row.input) as JsonObject,
        output: JSON.parse(row.output) as JsonObject,
        error: errorOf(row.error),
      }
    },
    async logs(account, id) {
      return owned(account, id) === undefined ? [] : readJournal(id).flatMap(({ logs }) => logs)
    },
    async journal(account, id, after, limit) {
      if (owned(account, id) === undefined) return []
      return readJournal(id)
        .filter(({ sequence }) => sequence > after)
        .slice(0, limit)
    },
    async outline(account, id, after, limit) {
      if (owned(account, id) === undefined) return []
      return readJournal(id)
        .filter(({ sequence }) => sequence > after)
        .slice(0, limit)
        .map((page) => ({ ...page, steps: page.steps.map(toOutline) }))
    },
    async text(account, id, part) {
      return owned(account, id)?.[part]
    },
    async list(account, workflowId, filter, cursor) {
      return matching(account, { ...filter, workflowId }, cursor).map(
        ({ id, status, startedAt, completedAt }) => ({ id, workflowId, status, startedAt, completedAt }),
      )
    },
    async listAll(account, filter, cursor) {
      return matching(account, filter, cursor).map(toOverview)
    },
    async overview(account, id) {
      const row = owned(account, id)
      return row && toOverview(row)
    },
    async load(id, owner) {
      const row = database.executions.get(id)
      if (row?.owner !== owner || row.status !== 'running') return undefined
      await betweenReads()
      const steps = (database.journals.get(id) ?? []).flatMap(
        (row) => JSON.parse(row.steps) as JournalEntry[],
      )
      await betweenReads()
      return {
        id,
        accountId: row.accountId,
        workflowId: row.workflowId,
        versionId: row.versionId,
        startedAt: row.startedAt,
        input: JSON.parse(row.input) as JsonObject,
        triggerNodeId: row.triggerNodeId,
        depth: row.depth,
        parent: row.parent,
        owner,
        sequence: row.sequence,
        activeMs: row.activeMs,
        steps,
        signals: readSignals(id, row.signalSequence),
        signalSequence: row.signalSequence,
      }
    },
    async openOf(owner, before, limit) {
      return inOrder()
        .filter((row) => row.owner === owner && row.status === 'running' && row.startedAt < before)
        .slice(0, limit)
        .map(({ id }) => id)
    },
    async findOwned(owner, ids) {
      const owned = new Map<string, number>()
      for (const id of ids) {
        const row = database.executions.get(id)
        if (row?.owner === owner && row.status === 'running') owned.set(id, row.signalSequence)
      }
      return owned
    },
    async signals(id) {
      const signalSequence = database.executions.get(id)?.signalSequence ?? 0
      await betweenReads()
      return { signals: readSignals(id, signalSequence), signalSequence }
    },
    async findWait(id) {
      return database.waits.get(id)
    },
    async canStillReachWait(executionId, waitId) {
      const row = database.executions.get(executionId)
      return row !== undefined && row.completedAt === null && !hasStarted(database, executionId, waitId)
    },
    async nextDue() {
      let next: number | undefined
      for (const { executionId, dueAt } of database.waits.values()) {
        if (dueAt === null || (next !== undefined && next <= dueAt)) continue
        if (database.executions.get(executionId)?.status === 'pending') next = dueAt
      }
      return next
    },
  }
}

function errorOf(text: string): ExecutionError | null {
  return JSON.parse(text) as ExecutionError | null
}

function toOutline(entry: JournalEntry): JournalEntry {
  if ('output' in entry) return { ...entry, output: toRaw(entry.output) }
  return 'items' in entry && entry.items !== undefined ? { ...entry, items: entry.items.map(toRaw) } : entry
}

function toRaw(value: JsonValue): JsonValue {
  const count = typeof value === 'object' && value !== null ? Object.keys(value).length : null
  return new RawJson(JSON.stringify(value), count).asValue()
}
