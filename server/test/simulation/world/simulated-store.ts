import type { ExecutionStore, RunnerStore } from '#ports/execution-store.ts'
import type { Transactions } from '#ports/transaction.ts'
import type { WorkflowStore } from '#ports/workflow-store.ts'
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
  'beat',
  'forget',
  'leave',
])
/** Within a transaction they take no time of their own: the whole of it arrives at once. */
const WITHIN_TRANSACTION = new Set(['acceptAll', 'acceptOnVersion', 'cancel', 'signal'])

/** The store as one process sees it: every call takes its time, and may go wrong. */
export interface StoreOfProcess extends Transactions {
  readonly executions: ExecutionStore
  readonly workflows: WorkflowStore
  readonly runners: RunnerStore
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
    Object.entries(store.executions as unknown as Methods).filter(([name]) => WITHIN_TRANSACTION.has(name)),
  )
  const watched: ExecutionStore = {
    ...store.executions,
    async acceptEnded(execution, versionId, end) {
      const result = await store.executions.acceptEnded(execution, versionId, end)
      if (result === 'ended') oracle.afterEndWithAcceptance(versionId, end)
      else world.count('end that came too late')
      return result
    },
    async checkpoint(checkpoint) {
      const before = oracle.beforeCheckpoint(checkpoint)
      const result = await store.executions.checkpoint(checkpoint)
      if (result === 'committed') oracle.afterCheckpoint(checkpoint, before)
      return result
    },
  }
  const executions = atADistance(watched)
  return {
    executions: {
      ...executions,
      ...within,
      checkpoint: (checkpoint) => {
        const isCall = checkpoint.steps.some(({ status }) => status === 'begun')
        if (isCall && world.options.sabotage === 'a call begins before its checkpoint is written') {
          void executions.checkpoint(checkpoint).catch(() => undefined)
          return Promise.resolve('committed')
        }
        return executions.checkpoint(checkpoint)
      },
      async signal(tx, request) {
        const result = await store.executions.signal(tx, request)
        oracle.afterSignal(request, result)
        return result
      },
    },
    // The engine reads versions, and no more.
    workflows: atADistance(store.workflows) as WorkflowStore,
    runners: atADistance(store.runners),
    write: (work) => world.calls.transact(process, () => store.write(work)),
  }
}
