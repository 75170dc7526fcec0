import type {
  ExecutionIntake,
  ExecutionJournal,
  ExecutionStores,
  HeartbeatStore,
  Transactions,
  WorkflowStore,
} from '#ports/index.ts'
import type { EngineStore } from '#test/conformance/engine-store.ts'
import type { SimulatedProcess } from './simulated-process.ts'
import type { World } from './world.ts'

type Methods = Readonly<Record<string, (...parameters: never[]) => Promise<unknown>>>

const WRITES = new Set([
  'accept',
  'acceptEnded',
  'admit',
  'checkpoint',
  'wakeDue',
  'claim',
  'takeOver',
  'record',
  'removeExpired',
  'remove',
])
/** Within a transaction they take no time of their own: the whole of it arrives at once. */
const WITHIN_TRANSACTION = new Set(['acceptAll', 'acceptOnVersion', 'cancel', 'signal'])

/** The store as one process sees it: every call takes its time, and may go wrong. */
export interface StoreOfProcess extends Transactions, ExecutionStores {
  readonly workflows: WorkflowStore
  readonly heartbeats: HeartbeatStore
}

export function storeOf(world: World, process: SimulatedProcess, store: EngineStore): StoreOfProcess {
  const { oracle } = world
  const atADistance = <T extends object>(methods: T): T => {
    const calls = Object.entries(methods as Methods).map(([name, method]) => [
      name,
      (...parameters: never[]) =>
        world.calls.call(process, name, WRITES.has(name), () => method(...parameters)),
    ])
    return Object.fromEntries(calls) as T
  }
  const within = Object.fromEntries(
    Object.entries(store.intake as unknown as Methods).filter(([name]) => WITHIN_TRANSACTION.has(name)),
  )
  const watchedIntake: ExecutionIntake = {
    ...store.intake,
    async acceptEnded(execution, versionId, end) {
      const result = await store.intake.acceptEnded(execution, versionId, end)
      if (result === 'ended') oracle.afterEndWithAcceptance(versionId, end)
      else world.count('end that came too late')
      return result
    },
  }
  const watchedJournal: ExecutionJournal = {
    ...store.journal,
    async checkpoint(checkpoint) {
      const before = oracle.beforeCheckpoint(checkpoint)
      const result = await store.journal.checkpoint(checkpoint)
      if (result === 'committed') oracle.afterCheckpoint(checkpoint, before)
      return result
    },
  }
  const journal = atADistance(watchedJournal)
  /** Of the transaction under way; the store runs them one after the other. */
  let callbacks: (() => void)[] = []
  return {
    executions: atADistance(store.executions),
    intake: {
      ...atADistance(watchedIntake),
      ...within,
      async signal(tx, request) {
        const result = await store.intake.signal(tx, request)
        oracle.afterSignal(request, result)
        return result
      },
    },
    journal: {
      ...journal,
      checkpoint: (checkpoint) => {
        const isCall = checkpoint.steps.some(({ status }) => status === 'begun')
        if (isCall && world.options.sabotage === 'a call begins before its checkpoint is written') {
          void journal.checkpoint(checkpoint).catch(() => undefined)
          return Promise.resolve('committed')
        }
        return journal.checkpoint(checkpoint)
      },
    },
    claims: {
      ...atADistance(store.claims),
      subscribe: (onUnowned) => process.subscribe(onUnowned),
    },
    retention: atADistance(store.retention),
    // The engine reads versions, and no more.
    workflows: atADistance(store.workflows) as WorkflowStore,
    heartbeats: atADistance(store.heartbeats),
    async write(work) {
      let own: (() => void)[] = []
      const result = await world.calls.transact(process, () =>
        store.write((tx) => {
          own = []
          callbacks = own
          return work(tx)
        }),
      )
      for (const callback of own) callback()
      return result
    },
    afterCommit: (_tx, callback) => void callbacks.push(callback),
  }
}
