import type { AccountId, JsonObject, Signal } from '#domain/index.ts'
import type { Order } from '#test/simulation/workload/workload.ts'
import type { Random } from './random.ts'
import type { SimulatedProcess } from './simulated-process.ts'
import type { World } from './world.ts'

/** How long somebody waits for an answer before they ask again. */
const PATIENCE_MS = 5_000
const MOST_TRIES = 4
const ANSWERS: Readonly<Record<string, JsonObject>> = {
  event: { amount: 3 },
  callback: { called: true },
  approval: { approved: true },
}

/** Those who order executions, cancel them, send events and answer what waits. */
export class Clients {
  readonly #world: World
  readonly #random: Random
  readonly #account: AccountId
  /** Orders that nobody has confirmed yet, and that are still asked for. */
  readonly #unplaced = new Set<Order>()

  constructor(world: World, account: AccountId) {
    this.#world = world
    this.#random = world.random.fork('clients')
    this.#account = account
  }

  get isDone(): boolean {
    return this.#unplaced.size === 0
  }

  begin(orders: readonly Order[]): void {
    for (const order of orders) {
      this.#unplaced.add(order)
      this.#world.time.after(order.at, () => this.#place(order, MOST_TRIES))
    }
    this.#answerNowAndThen()
  }

  /** An order that was not confirmed may have been taken all the same: then there are two, and both must end. */
  #place(order: Order, triesLeft: number): void {
    if (!this.#unplaced.has(order)) return
    if (triesLeft === 0) {
      this.#unplaced.delete(order)
      return
    }
    this.#world.time.after(PATIENCE_MS, () => this.#place(order, triesLeft - 1))
    this.#ask(async (process) => {
      const { workflow, input } = order
      const wanted = { account: this.#account, workflowId: workflow.id, input }
      const accepted = await process.engine.accept(wanted)
      if (accepted === undefined) throw new Error('The workflow is gone.')
      this.#world.oracle.acknowledgeAcceptance(accepted.id)
      this.#world.tell(() => `${process.name} accepted ${accepted.id} of ${workflow.id}`)
      if (this.#unplaced.delete(order)) this.#follow(order, accepted.id)
    })
  }

  #follow({ cancelAfter, repeatAfter, signals }: Order, id: string): void {
    const { time, options } = this.#world
    if (options.isReference) return
    if (cancelAfter !== undefined) time.after(cancelAfter, () => this.#cancel(id))
    if (repeatAfter !== undefined) time.after(repeatAfter, () => this.#repeat(id))
    for (const { after, event } of signals) {
      time.after(after, () => this.#send(id, { event, waitId: null, data: ANSWERS['event'] ?? {} }))
    }
  }

  #repeat(id: string): void {
    this.#ask(async (process) => {
      const { engine, store } = process
      const original = await store.executions.find(this.#account, id)
      if (original === undefined || original.completedAt === null) return
      const again = { versionId: original.versionId, steps: [] }
      const accepted = await store.write((tx) => engine.repeat(tx, original, again))
      this.#world.oracle.acknowledgeAcceptance(accepted.id)
      this.#world.count('repeat')
      this.#world.tell(() => `${process.name} repeats ${id} as ${accepted.id}`)
    })
  }

  #cancel(id: string): void {
    this.#ask(async (process) => {
      const { engine, store } = process
      const isCancelled = await store.write((tx) => engine.cancel(tx, this.#account, id))
      this.#world.tell(() => `${process.name} cancelled ${id}: ${isCancelled}`)
      if (isCancelled === undefined) return
      this.#world.oracle.acknowledgeCancel(id, process.name)
      this.#world.expectAborted(id)
    })
  }

  #send(executionId: string, signal: Omit<Signal, 'id' | 'at'>): void {
    this.#ask(async (process) => {
      const { engine, store } = process
      const result = await store.write((tx) => engine.signal(tx, executionId, signal))
      this.#world.tell(
        () => `${process.name}: ${signal.event ?? signal.waitId} for ${executionId} is ${result}`,
      )
    })
  }

  #answerNowAndThen(): void {
    this.#world.time.after(this.#random.between(300, 2_500), () => {
      this.#answer()
      this.#answerNowAndThen()
    })
  }

  /** Answers what waits for an answer, unless one lies there. */
  #answer(): void {
    const { database, oracle, faults } = this.#world
    for (const { id, executionId, kind } of database.waits.values()) {
      const data = ANSWERS[kind]
      if (data === undefined || (!faults.isOver && this.#random.chance(0.5))) continue
      const wait = oracle.runOf(executionId).findOpenWait(id)
      if (wait === undefined || wait.event === 'never') continue
      const waitId = kind === 'event' ? null : id
      const event = wait.event ?? null
      const signals = database.signals.get(executionId) ?? []
      if (signals.some((signal) => (waitId === null ? signal.event === event : signal.waitId === waitId)))
        continue
      this.#send(executionId, { event, waitId, data })
    }
  }

  /** Asks some process. Nobody hears of it when that one dies. */
  #ask(work: (process: SimulatedProcess) => Promise<void>): void {
    const running = this.#world.processes.filter((process) => process.isRunning)
    if (running.length === 0) return
    const process = this.#random.pick(running)
    process.receive(this.#random.between(0, 3), true, () => {
      work(process).catch((error: unknown) =>
        this.#world.tell(() => `${process.name} refused a client: ${String(error)}`),
      )
    })
  }
}
