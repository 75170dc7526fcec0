import type { AccountId, JsonObject, Signal } from '#domain/index.ts'
import type { PlannedRequest } from '#test/simulation/workload/workload.ts'
import type { Random } from './random.ts'
import type { SimulatedProcess } from './simulated-process.ts'
import type { World } from './world.ts'

/** How long a client waits for an answer before it repeats a request. */
const RETRY_AFTER_MS = 5_000
const MAX_REQUEST_ATTEMPTS = 4
const ANSWERS: Readonly<Record<string, JsonObject>> = {
  event: { amount: 3 },
  callback: { called: true },
  approval: { approved: true },
}

/** Clients that request executions, cancel and repeat them, send events and answer waits. */
export class Clients {
  readonly #world: World
  readonly #random: Random
  readonly #account: AccountId
  /** Requests without an acknowledgement that are still repeated. */
  readonly #unacknowledged = new Set<PlannedRequest>()

  constructor(world: World, account: AccountId) {
    this.#world = world
    this.#random = world.random.fork('clients')
    this.#account = account
  }

  get isDone(): boolean {
    return this.#unacknowledged.size === 0
  }

  start(requests: readonly PlannedRequest[]): void {
    for (const request of requests) {
      this.#unacknowledged.add(request)
      this.#world.time.after(request.at, () => this.#request(request, MAX_REQUEST_ATTEMPTS))
    }
    this.#scheduleAnswers()
  }

  /** An unacknowledged request may have been accepted: then there are two executions, and both must end. */
  #request(request: PlannedRequest, attemptsLeft: number): void {
    if (!this.#unacknowledged.has(request)) return
    if (attemptsLeft === 0) {
      this.#unacknowledged.delete(request)
      return
    }
    this.#world.time.after(RETRY_AFTER_MS, () => this.#request(request, attemptsLeft - 1))
    this.#send(async (process) => {
      const { workflow, input } = request
      const wanted = { account: this.#account, workflowId: workflow.id, input }
      const accepted = await process.engine.accept(wanted)
      if (accepted === undefined) throw new Error('The workflow was deleted.')
      this.#world.oracle.acknowledgeAcceptance(accepted.id)
      this.#world.addTrace(() => `${process.name} accepted ${accepted.id} of ${workflow.id}`)
      if (this.#unacknowledged.delete(request)) this.#continueWith(request, accepted.id)
    })
  }

  #continueWith({ cancelAfter, repeatAfter, signals }: PlannedRequest, id: string): void {
    const { time, options } = this.#world
    if (options.isReference) return
    if (cancelAfter !== undefined) time.after(cancelAfter, () => this.#cancel(id))
    if (repeatAfter !== undefined) time.after(repeatAfter, () => this.#repeat(id))
    for (const { after, event } of signals) {
      time.after(after, () => this.#signal(id, { event, waitId: null, data: ANSWERS['event'] ?? {} }))
    }
  }

  #repeat(id: string): void {
    this.#send(async (process) => {
      const { engine, store } = process
      const original = await store.executions.find(this.#account, id)
      if (original === undefined || original.completedAt === null) return
      const again = { versionId: original.versionId, steps: [] }
      const accepted = await store.write((tx) => engine.repeat(tx, original, again))
      this.#world.oracle.acknowledgeAcceptance(accepted.id)
      this.#world.count('repeat')
      this.#world.addTrace(() => `${process.name} repeats ${id} as ${accepted.id}`)
    })
  }

  #cancel(id: string): void {
    this.#send(async (process) => {
      const { engine, store } = process
      const isCancelled = await store.write((tx) => engine.cancel(tx, this.#account, id))
      this.#world.addTrace(() => `${process.name} cancelled ${id}: ${isCancelled}`)
      if (isCancelled === undefined) return
      this.#world.oracle.acknowledgeCancel(id, process.name)
      this.#world.expectAborted(id)
    })
  }

  #signal(executionId: string, signal: Omit<Signal, 'id' | 'at'>): void {
    this.#send(async (process) => {
      const { engine, store } = process
      const result = await store.write((tx) => engine.signal(tx, executionId, signal))
      this.#world.addTrace(
        () => `${process.name}: ${signal.event ?? signal.waitId} for ${executionId} is ${result}`,
      )
    })
  }

  #scheduleAnswers(): void {
    this.#world.time.after(this.#random.between(300, 2_500), () => {
      this.#answerWaits()
      this.#scheduleAnswers()
    })
  }

  /** Answers open waits, unless an answer is enqueued already. */
  #answerWaits(): void {
    const { database, oracle, faults } = this.#world
    for (const { id, executionId, kind } of database.waits.values()) {
      const data = ANSWERS[kind]
      if (data === undefined || (!faults.hasEnded && this.#random.chance(0.5))) continue
      const wait = oracle.runOf(executionId).findOpenWait(id)
      if (wait === undefined || wait.event === 'never') continue
      const waitId = kind === 'event' ? null : id
      const event = wait.event ?? null
      const signals = database.signals.get(executionId) ?? []
      if (signals.some((signal) => (waitId === null ? signal.event === event : signal.waitId === waitId)))
        continue
      this.#signal(executionId, { event, waitId, data })
    }
  }

  /** Sends a request to a random process. There is no answer if the process dies. */
  #send(work: (process: SimulatedProcess) => Promise<void>): void {
    const running = this.#world.processes.filter((process) => process.isRunning)
    if (running.length === 0) return
    const process = this.#random.pick(running)
    process.receive(this.#random.between(0, 3), true, () => {
      work(process).catch((error: unknown) =>
        this.#world.addTrace(() => `${process.name} failed for a client: ${String(error)}`),
      )
    })
  }
}
