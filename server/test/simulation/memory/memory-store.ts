import {
  type Definition,
  firstIdAt,
  type JsonObject,
  type NewExecution,
  UNOWNED,
  type OpenExecution,
  type Workflow,
} from '#domain/index.ts'
import type {
  ExecutionClaims,
  ExecutionIntake,
  ExecutionJournal,
  ExecutionRetention,
  ExecutionStores,
  HeartbeatStore,
  StateUse,
} from '#ports/index.ts'
import type { EngineStore } from '#test/conformance/engine-store.ts'
import { memoryDeliveryStore } from './deliveries/memory-delivery-store.ts'
import { memoryEndpointStore } from './deliveries/memory-endpoint-store.ts'
import { dropWaitsAndSignals } from './end-consequences.ts'
import { cancelExecution } from './end-executions.ts'
import { insertExecution } from './insert-execution.ts'
import { enqueueExternalSignal } from './enqueue-signal.ts'
import { admitExecution } from './admit-execution.ts'
import type { ExecutionRow, Fences, MemoryDatabase, WaitRow } from './memory-database.ts'
import { executionReads } from './read-executions.ts'
import { memoryStateStore, useState } from './use-state.ts'
import { writeCheckpoint } from './write-checkpoint.ts'

/** The stores that the engine and the dispatcher need, in memory. They pass the conformance suites of the real stores. */
export function openMemoryStore(
  database: MemoryDatabase,
  betweenReads: () => Promise<void> = () => Promise.resolve(),
): EngineStore {
  return {
    write: (work) => database.write(work),
    afterCommit: (_tx, callback) => database.afterCommit(callback),
    accounts: { insert: async () => undefined },
    workflows: workflowStore(database),
    versions: {
      async saveTest(_tx, { id, accountId, workflowId, until, nodes, edges, variables }) {
        const definition = JSON.stringify({ nodes, edges, variables })
        const [latestId, latest] = [...database.versions.entries()].findLast(
          ([, row]) => row.workflowId === workflowId && row.number === null,
        ) ?? [id, undefined]
        if (latest?.definition === definition && latest.until === until) return latestId
        database.versions.insert(id, { accountId, workflowId, number: null, until, definition })
        return id
      },
    },
    ...executionStores(database, betweenReads),
    heartbeats: heartbeatStore(database),
    webhookEndpoints: memoryEndpointStore(database),
    deliveries: memoryDeliveryStore(database),
    triggers: {
      async save(_tx, triggers) {
        for (const trigger of triggers) database.triggers.set(trigger.id, trigger)
      },
    },
    state: memoryStateStore(database),
    probe: async () => undefined,
    close: async () => undefined,
  }
}

function executionStores(database: MemoryDatabase, betweenReads: () => Promise<void>): ExecutionStores {
  const reads = executionReads(database, betweenReads)
  const { openOf, findOwned, nextDue, latestBegun, load, signals, ...executions } = reads
  const ownership = { openOf, findOwned, nextDue, latestBegun }
  return {
    executions,
    intake: intake(database),
    journal: { load, signals, ...journalWrites(database) },
    claims: {
      subscribe: (onUnowned) => database.subscribe(onUnowned),
      ...claims(database),
      ...ownership,
    },
    retention: retention(database),
  }
}

function intake(database: MemoryDatabase): ExecutionIntake {
  const insertOnCurrent = (execution: NewExecution): OpenExecution | undefined => {
    const workflow = database.workflows.get(execution.workflowId)
    if (workflow === undefined || workflow.isDeleted || workflow.accountId !== execution.accountId)
      return undefined
    const { versionId } = workflow
    const topLevel = { depth: 0, parent: null, retryOf: null, steps: [] }
    return insertExecution(database, { ...execution, versionId, ...topLevel })
  }

  return {
    accept: async (execution, tx) =>
      tx === undefined ? database.write(() => insertOnCurrent(execution)) : insertOnCurrent(execution),
    acceptWith: (execution, versionId, checkpoint) =>
      database.write(() => {
        const open = insertOnCurrent(execution)
        if (open === undefined) return undefined
        if (database.fences.versions && open.versionId !== versionId) return open
        writeCheckpoint(database, checkpoint)
        return 'stored' as const
      }),
    acceptAll: async (_tx, executions) => executions.map(insertOnCurrent),
    acceptOnVersion: async (_tx, execution) => insertExecution(database, execution),
    cancel: async (_tx, request) => cancelExecution(database, request),
    signal: async (_tx, request) => enqueueExternalSignal(database, request),
  }
}

function journalWrites(database: MemoryDatabase): Pick<ExecutionJournal, 'checkpoint' | 'admit'> {
  return {
    async checkpoint(checkpoint) {
      const { state } = checkpoint
      if (state === undefined || isFenced(database.fences, state))
        return database.write(() => writeCheckpoint(database, checkpoint))
      const { steps } = await database.write(() => useState(database, state))
      const recorded = { ...checkpoint, state: undefined, steps: [...checkpoint.steps, ...steps] }
      return database.write(() => writeCheckpoint(database, recorded))
    },
    admit: (request) => database.write(() => admitExecution(database, request)),
  }
}

/** Whether state is changed in the transaction of the checkpoint. Only `only_new` has items. */
function isFenced(fences: Fences, { items }: StateUse): boolean {
  return fences.state && (fences.seenItems || items.length === 0)
}

function claims(
  database: MemoryDatabase,
): Pick<ExecutionClaims, 'claim' | 'wakeDue' | 'wakeBegun' | 'takeOver' | 'setComputing'> {
  /** Makes `owner` the owner of the first `limit` rows. */
  const assign = (owner: string, rows: readonly ExecutionRow[], limit: number) => {
    const assigned = rows.slice(0, limit)
    for (const row of assigned) database.executions.set(row.id, { ...row, status: 'running', owner })
    return assigned.map(({ id }) => id)
  }
  const parkedOf = (waits: readonly WaitRow[]) =>
    [...new Set(waits.map(({ executionId }) => executionId))].flatMap((id) => {
      const row = database.executions.get(id)
      return row?.status === 'pending' ? [row] : []
    })
  const running = () => [...database.executions.values()].filter(({ status }) => status === 'running')

  return {
    wakeDue: (owner, now, limit) =>
      database.write(() => {
        const due = [...database.waits.values()]
          .filter(({ dueAt }) => dueAt !== null && dueAt <= now)
          .sort((a, b) => (a.dueAt ?? 0) - (b.dueAt ?? 0))
        return assign(owner, parkedOf(due), limit)
      }),
    wakeBegun: (owner, { after, until }, limit) =>
      database.write(() => {
        const begun = [...database.waits.values()]
          .filter(({ begunAt }) => begunAt !== null && begunAt > after && begunAt <= until)
          .sort((a, b) => (a.begunAt ?? 0) - (b.begunAt ?? 0))
        return assign(owner, parkedOf(begun), limit)
      }),
    claim: (owner, limit) =>
      database.write(() => {
        const unowned = running().filter((row) => row.owner === UNOWNED)
        return assign(
          owner,
          unowned.sort((a, b) => (a.id < b.id ? -1 : 1)),
          limit,
        )
      }),
    takeOver: (owner, expiredBefore, limit) =>
      database.write(() => {
        const isExpired = (other: string) => {
          const seenAt = database.heartbeats.get(other)?.seenAt
          return seenAt === undefined || seenAt < expiredBefore
        }
        const expired = running().filter(
          (row) => row.owner !== owner && row.owner !== UNOWNED && isExpired(row.owner),
        )
        return expired.slice(0, limit).map((row) => {
          const { id, accountId, sequence } = row
          const again = row.takeovers === 1 ? 2 : row.takeovers + Number(row.isComputing)
          const takeovers = row.takenOverAt === sequence ? again : 1
          database.executions.set(id, { ...row, owner, takeovers, takenOverAt: sequence, isComputing: false })
          return { id, accountId, takeovers }
        })
      }),
    setComputing: (owner, id, isComputing) =>
      database.write(() => {
        const row = database.executions.get(id)
        if (row?.owner !== owner || row.status !== 'running') return
        database.executions.set(id, { ...row, isComputing })
      }),
  }
}

function retention(database: MemoryDatabase): ExecutionRetention {
  return {
    deleteEnded: (before, limit) =>
      database.write(() => {
        const ended = [...database.executions.values()]
          .filter(({ id, completedAt }) => id < firstIdAt(before) && (completedAt ?? before) < before)
          .sort((a, b) => (a.id < b.id ? -1 : 1))
          .slice(0, limit)
        for (const { id } of ended) {
          database.journals.delete(id)
          dropWaitsAndSignals(database, id)
          database.executions.delete(id)
        }
        return ended.length
      }),
  }
}

function heartbeatStore(database: MemoryDatabase): HeartbeatStore {
  return {
    record: (owner, seenAt) => database.write(() => database.heartbeats.set(owner, { owner, seenAt })),
    removeExpired: (before) =>
      database.write(() => {
        const expired = [...database.heartbeats.values()].filter(({ seenAt }) => seenAt < before)
        for (const { owner } of expired) database.heartbeats.delete(owner)
      }),
    remove: (owner) => database.write(() => void database.heartbeats.delete(owner)),
  }
}

function workflowStore(database: MemoryDatabase): EngineStore['workflows'] {
  const insertVersion = ({ accountId, id, versionId, nodes, edges, variables }: Workflow) => {
    const definition: Definition = { nodes, edges, variables }
    const earlier = [...database.versions.values()].filter(({ workflowId }) => workflowId === id)
    const number = earlier.filter((version) => version.number !== null).length + 1
    const row = { accountId, workflowId: id, number, until: null, definition: JSON.stringify(definition) }
    database.versions.insert(versionId, row)
  }
  const head = ({ accountId, name, versionId, revision }: Workflow) => ({
    accountId,
    name,
    versionId,
    revision,
    isDeleted: false,
  })

  return {
    async insert(_tx, workflow) {
      database.workflows.insert(workflow.id, head(workflow))
      insertVersion(workflow)
    },
    async update(_tx, workflow) {
      const row = database.workflows.get(workflow.id)
      if (row?.accountId !== workflow.accountId || row.isDeleted) return false
      if (row.revision !== workflow.revision - 1) return false
      database.workflows.set(workflow.id, head(workflow))
      if (row.versionId !== workflow.versionId) insertVersion(workflow)
      return true
    },
    async delete(_tx, account, id) {
      const row = database.workflows.get(id)
      if (row?.accountId !== account || row.isDeleted) return false
      database.workflows.set(id, { ...row, isDeleted: true })
      return true
    },
    // Worlds have no test runs.
    testVersion: async () => undefined,
    async currentVersion(account, id) {
      const row = database.workflows.get(id)
      return row?.accountId === account && !row.isDeleted ? row.versionId : undefined
    },
    async findVersion(account, versionId) {
      const row = database.versions.get(versionId)
      if (row?.accountId !== account) return undefined
      const { nodes, edges, variables } = JSON.parse(row.definition) as {
        nodes: JsonObject[]
        edges: JsonObject[]
        variables: JsonObject
      }
      const test = row.number === null ? { test: { until: row.until } } : {}
      return { id: versionId, workflowId: row.workflowId, nodes, edges, variables, ...test }
    },
  }
}
