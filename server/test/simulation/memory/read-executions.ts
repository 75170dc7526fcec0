import type { ExecutionError } from '@millrace/contract/execution.ts'
import {
  type AccountId,
  type ExecutionLog,
  type ExecutionOverview,
  firstIdAt,
  type JournalEntry,
  type JsonObject,
  type JsonValue,
  measureLog,
  RawJson,
  type Signal,
} from '#domain/index.ts'
import type {
  AllExecutionsFilter,
  ApprovalFilter,
  CursorRequest,
  ExecutionClaims,
  ExecutionJournal,
  ExecutionQueries,
  OpenApproval,
} from '#ports/index.ts'
import { hasStarted } from './enqueue-signal.ts'
import type { ExecutionRow, MemoryDatabase } from './memory-database.ts'

type Reads = ExecutionQueries &
  Pick<ExecutionJournal, 'load' | 'signals'> &
  Pick<ExecutionClaims, 'openOf' | 'findOwned' | 'nextDue' | 'latestBegun'>

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

  const openApprovals = (account: AccountId, filter: ApprovalFilter): OpenApproval[] =>
    [...database.waits.values()]
      .filter(({ kind, accountId }) => kind === 'approval' && accountId === account)
      .filter(({ dueAt }) => dueAt === null || dueAt > filter.now)
      .flatMap(({ id, executionId, dueAt }) => {
        const row = database.executions.get(executionId)
        const isAnswered = (database.signals.get(executionId) ?? []).some(({ waitId }) => waitId === id)
        if (row === undefined || row.completedAt !== null || isAnswered) return []
        const { workflowName, workflowId, versionId, versionNumber } = toOverview(row)
        const step = readJournal(executionId)
          .flatMap(({ steps }) => steps)
          .find((entry) => entry.status === 'waiting' && entry.waitId === id)
        if (step?.status !== 'waiting') return []
        const { startedAt: begunAt } = step
        const isTest = versionNumber === null
        return [{ id, executionId, workflowId, workflowName, versionId, isTest, begunAt, dueAt, step }]
      })
      .filter((one) => filter.executionId === undefined || one.executionId === filter.executionId)
      .filter((one) => filter.workflowId === undefined || one.workflowId === filter.workflowId)
      .sort((a, b) => b.begunAt - a.begunAt || (a.id < b.id ? 1 : -1))

  const found = (account: AccountId, id: string, read: (text: string) => JsonObject) => {
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
      input: read(row.input),
      output: read(row.output),
      error: errorOf(row.error),
    }
  }

  return {
    async find(account, id) {
      return found(account, id, (text) => JSON.parse(text) as JsonObject)
    },
    async findRaw(account, id) {
      return found(account, id, (text) => new RawJson(text, null).asValue() as JsonObject)
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
      const journal = database.journals.get(id) ?? []
      const steps = journal.flatMap((row) => JSON.parse(row.steps) as JournalEntry[])
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
        computingMs: row.computingMs,
        logSize: journal
          .flatMap(({ logs }) => JSON.parse(logs) as ExecutionLog[])
          .reduce((size, entry) => size + measureLog(entry), 0),
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
        const isOwned = row?.owner === owner && row.status === 'running'
        if (row !== undefined && (isOwned || !database.fences.lostRuns)) owned.set(id, row.signalSequence)
      }
      return owned
    },
    async signals(id) {
      const signalSequence = database.executions.get(id)?.signalSequence ?? 0
      await betweenReads()
      return { signals: readSignals(id, signalSequence), signalSequence }
    },
    async findWait(id) {
      const row = database.waits.get(id)
      if (row === undefined) return undefined
      const { executionId, accountId, kind, dueAt } = row
      return { id, executionId, accountId, kind, dueAt }
    },
    async canStillReachWait(executionId, waitId) {
      const row = database.executions.get(executionId)
      return row !== undefined && row.completedAt === null && !hasStarted(database, executionId, waitId)
    },
    async hasReachedWait(executionId, waitId) {
      return hasStarted(database, executionId, waitId)
    },
    async listApprovals(account, filter, { before, limit }) {
      return openApprovals(account, filter)
        .filter(
          (one) =>
            before === undefined ||
            one.begunAt < before.begunAt ||
            (one.begunAt === before.begunAt && one.id < before.id),
        )
        .slice(0, limit)
    },
    async countApprovals(account, filter) {
      return openApprovals(account, filter).length
    },
    async latestBegun() {
      let latest: number | undefined
      for (const { begunAt } of database.waits.values()) {
        if (begunAt !== null && begunAt > (latest ?? 0)) latest = begunAt
      }
      return latest
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
