import type {
  DeliveryStore,
  ExecutionIntake,
  ExecutionJournal,
  ExecutionStores,
  HeartbeatStore,
  Transactions,
  VariableStore,
  WorkflowStore,
} from '#ports/index.ts'
import { withoutVars } from '#domain/index.ts'
import type { EngineStore } from '#test/conformance/engine-store.ts'
import type { SimulatedProcess } from './simulated-process.ts'
import type { World } from './world.ts'

type Methods = Readonly<Record<string, (...parameters: never[]) => Promise<unknown>>>

const WRITES = new Set([
  'accept',
  'acceptWith',
  'admit',
  'checkpoint',
  'wakeDue',
  'wakeBegun',
  'claim',
  'takeOver',
  'record',
  'removeExpired',
  'remove',
  'settle',
  'release',
])
/** Calls within a transaction take no time of their own: the transaction arrives as a whole. */
const WITHIN_TRANSACTION = new Set(['acceptAll', 'acceptOnVersion', 'cancel', 'signal'])

/** The store as one process sees it: every call takes time and may fail. */
export interface SimulatedStore extends Transactions, ExecutionStores {
  readonly workflows: WorkflowStore
  readonly variables: Pick<VariableStore, 'read'>
  readonly heartbeats: HeartbeatStore
  readonly deliveries: DeliveryStore
}

export function simulatedStore(world: World, process: SimulatedProcess, store: EngineStore): SimulatedStore {
  const { oracle } = world
  const withLatency = <T extends object>(methods: T): T => {
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
    async acceptWith(execution, versionId, checkpoint) {
      oracle.beforeCheckpoint(checkpoint)
      const result = await store.intake.acceptWith(execution, versionId, checkpoint)
      if (result === 'stored') oracle.afterFirstCheckpoint(versionId, checkpoint)
      else world.count('run on an old version')
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
  const watchedDeliveries: DeliveryStore = {
    ...store.deliveries,
    claim(request) {
      oracle.deliveries.beforeClaim(request)
      return store.deliveries.claim(request)
    },
    settle(outcomes) {
      oracle.deliveries.beforeSettle(outcomes)
      return store.deliveries.settle(outcomes)
    },
  }
  const journal = withLatency(watchedJournal)
  const deliveries = withLatency(watchedDeliveries)
  /** The callbacks of the current transaction; the store runs one transaction at a time. */
  let callbacks: (() => void)[] = []
  return {
    executions: withLatency(store.executions),
    intake: {
      ...withLatency(watchedIntake),
      ...within,
      async signal(tx, request) {
        const result = await store.intake.signal(tx, request)
        oracle.afterSignal(request, result)
        return result
      },
    },
    journal: {
      ...journal,
      async load(id, owner) {
        const open = await journal.load(id, owner)
        const isForgotten = world.options.sabotage === 'a run reads variables again when it is continued'
        return open && isForgotten ? { ...open, steps: open.steps.map(withoutVars) } : open
      },
      checkpoint: (checkpoint) => {
        const isCall = checkpoint.steps.some(({ status }) => status === 'begun')
        if (isCall && world.options.sabotage === 'a call starts before its checkpoint is written') {
          void journal.checkpoint(checkpoint).catch(() => undefined)
          return Promise.resolve('committed')
        }
        return journal.checkpoint(checkpoint)
      },
    },
    claims: {
      ...withLatency(store.claims),
      subscribe: (onUnowned) => process.subscribe(onUnowned),
    },
    retention: withLatency(store.retention),
    // The engine only reads versions.
    workflows: withLatency(store.workflows) as WorkflowStore,
    variables: withLatency({ read: async () => ({ TICKET: world.nextTicket() }) }),
    heartbeats: withLatency(store.heartbeats),
    deliveries: {
      ...deliveries,
      subscribe: (onDue) => process.subscribeToDeliveries(onDue),
      claim(request) {
        process.claimant = request.claimant
        return deliveries.claim(request)
      },
    },
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
