import { createHash } from 'node:crypto'
import Type from 'typebox'
import {
  ERROR_HANDLE,
  type JournalEntry,
  type JsonObject,
  type JsonValue,
  MAIN_HANDLE,
  type StepRecord,
} from '#domain/index.ts'
import type { NodeCatalogue, NodeKind } from '#ports/index.ts'
import type { CompiledVersion } from '../compile/compile-version.ts'
import { LOOP_RESULT_HANDLE, type LoopRun, Plan, type Task } from '../replay/plan.ts'

/** `each` and `collect` loop over items, and `collect` also collects errors. `while` loops by a condition. */
export const LOOP_TYPES = ['each', 'collect', 'while'] as const
export const STEP_HANDLES = ['main', 'true', 'false']

/** Node kinds whose results a script decides. */
export const scriptedCatalogue: NodeCatalogue = {
  types: ['step', ...LOOP_TYPES],
  find: (type) => (scriptedCatalogue.types.includes(type) ? kindOf(type) : undefined),
}

function kindOf(type: string): NodeKind {
  return {
    type,
    title: type,
    summary: '',
    family: 'action',
    icon: 'box',
    keywords: [],
    line: '',
    parameters: Type.Object({}),
    handles: type === 'step' ? STEP_HANDLES : ['each', 'done'],
    hasEffect: false,
    isLoop: type !== 'step',
    run: () => ({ ok: true, output: null }),
  }
}

export interface Script {
  fails(nodeId: string): boolean
  handle(nodeId: string): string
  /** Number of iterations of a loop. */
  iterations(nodeId: string): number
  /** Decides by its index, modulo their number, which of the active steps ends next. */
  readonly order: readonly number[]
}

export interface ScriptedResult {
  /** The whole journal, including the entries at the start. */
  readonly entries: readonly JournalEntry[]
  readonly results: readonly StepRecord[]
  readonly hasFailed: boolean
  readonly output: JsonObject
}

/** Runs a script to its end as the engine would, without any effect. `onBegin` receives the previous output of each step. */
export function runScript(
  version: CompiledVersion,
  steps: readonly JournalEntry[],
  script: Script,
  onBegin: (key: string, previous: JsonValue) => void = () => undefined,
): ScriptedResult {
  return new ScriptedRun(version, steps, script, onBegin).run()
}

class ScriptedRun {
  readonly #script: Script
  readonly #onBegin: (key: string, previous: JsonValue) => void
  readonly #plan: Plan
  readonly #entries: JournalEntry[]
  readonly #results: StepRecord[] = []
  #hasFailed = false
  #now = 0

  constructor(
    version: CompiledVersion,
    steps: readonly JournalEntry[],
    script: Script,
    onBegin: (key: string, previous: JsonValue) => void,
  ) {
    this.#script = script
    this.#onBegin = onBegin
    this.#plan = new Plan(version, { input: { n: 1 }, triggerNodeId: null })
    Array.from(this.#plan.replay(steps))
    this.#entries = [...steps]
  }

  run(): ScriptedResult {
    const active: Task[] = []
    for (let turn = 0; !this.#hasFailed; turn += 1) {
      this.#decideLoops()
      for (const task of this.#plan.takeReady()) {
        this.#entries.push({ ...stepRefOf(task), status: 'begun', attempt: 1, startedAt: this.#tick() })
        this.#onBegin(task.key, task.iteration.state.previousOf(task.compiled.node.id))
        active.push(task)
      }
      const open = active.filter(({ iteration }) => !this.#plan.isDropped(iteration))
      const task = open[(this.#script.order[turn % this.#script.order.length] ?? 0) % open.length]
      if (task === undefined) break
      active.splice(active.indexOf(task), 1)
      this.#end(task)
    }
    if (!this.#hasFailed && !this.#plan.isFinished) throw new Error('The run is stuck.')
    return {
      entries: this.#entries,
      results: this.#results,
      hasFailed: this.#hasFailed,
      output: this.#hasFailed ? {} : this.#plan.output(),
    }
  }

  #end(task: Task): void {
    const { id, type } = task.compiled.node
    if (type !== 'step') this.#open(task)
    else if (this.#script.fails(id)) this.#fail(task)
    else {
      const previous = task.iteration.state.previousOf(id)
      const output = createHash('md5')
        .update(canonical([id, task.iteration.path, previous]))
        .digest('hex')
      this.#complete(task, { status: 'completed', handle: this.#script.handle(id), output, error: null })
    }
  }

  #open(task: Task): void {
    const { id, type } = task.compiled.node
    const iterations = this.#script.iterations(id)
    const opened = {
      ...stepRefOf(task),
      status: 'opened' as const,
      startedAt: this.#tick(),
      ...(type !== 'while' && { items: Array.from({ length: iterations }, (_, n) => `item ${n}`) }),
      concurrency: 2,
      collectErrors: type === 'collect',
      maxIterations: 100,
    }
    this.#entries.push(opened)
    this.#plan.open(task, opened)
  }

  #decideLoops(): void {
    for (let loop = this.#plan.takeUndecided(); loop !== undefined; loop = this.#plan.takeUndecided()) {
      this.#decide(loop)
    }
  }

  #decide(loop: LoopRun): void {
    const { task, opened, finished } = loop
    if (opened.items === undefined && finished < this.#script.iterations(task.compiled.node.id)) {
      this.#plan.iterate(loop)
      return
    }
    const output = this.#plan.resultOf(loop)
    this.#complete(task, { status: 'completed', handle: LOOP_RESULT_HANDLE, output, error: null })
  }

  #fail(task: Task): void {
    const { node, kind } = task.compiled
    const mainHandle = kind.isLoop === true ? LOOP_RESULT_HANDLE : MAIN_HANDLE
    const handle = { fail: null, continue: mainHandle, branch: ERROR_HANDLE }[node.onError]
    const error = { code: 'FAILED', message: 'The step failed.' }
    const result = { status: 'failed' as const, handle, output: { error }, error }
    if (handle !== null) {
      this.#complete(task, result)
      return
    }
    const outcome = this.#plan.fail(task, this.#record(task, result))
    if (outcome === 'run') this.#hasFailed = true
    else if (outcome !== 'caught') this.#fail(outcome.loop.task)
  }

  #complete(task: Task, result: Pick<StepRecord, 'status' | 'handle' | 'output' | 'error'>): void {
    this.#plan.complete(task, this.#record(task, result))
  }

  #record(task: Task, result: Pick<StepRecord, 'status' | 'handle' | 'output' | 'error'>): StepRecord {
    const at = this.#tick()
    const record = { ...stepRefOf(task), ...result, attempts: 1, startedAt: at, endedAt: at }
    this.#entries.push(record)
    this.#results.push(record)
    return record
  }

  #tick(): number {
    this.#now += 1
    return this.#now
  }
}

function stepRefOf({ iteration, compiled }: Task) {
  return { nodeId: compiled.node.id, ...(iteration.path !== '' && { iteration: iteration.path }) }
}

/** JSON that does not depend on the order of members: which of several last nodes ended first is random. */
function canonical(value: JsonValue): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
