import type { JsonObject } from '#domain/index.ts'
import type { Random } from '#test/simulation/world/random.ts'
import { GeneratedWorkflow, type Port } from './generated-workflow.ts'

export interface Callee {
  readonly id: string
  readonly raceReason: string | undefined
}

const MOST_NODES = 12

/** Generates a random workflow: any shape that can run, with nodes of every kind. */
export function generateWorkflow(
  random: Random,
  callees: readonly Callee[],
  concurrency: JsonObject | undefined,
): GeneratedWorkflow {
  const generator = new WorkflowGenerator(random, callees)
  generator.generate(concurrency)
  return generator.workflow
}

/** A workflow with instant nodes only: its runs are inline runs. */
export function generateInstantWorkflow(random: Random): GeneratedWorkflow {
  const workflow = new GeneratedWorkflow()
  const start = workflow.add('start', { data: {} }, [], null)
  const condition = `input.n > ${random.whole(0, 9)}`
  const decide = workflow.add('if', { data: { condition } }, [{ source: start, handle: 'main' }], null)
  const [high, low] = ['true', 'false'].map((handle) => ({ source: decide, handle }))
  if (high === undefined || low === undefined) throw new Error('A condition has two outputs.')
  workflow.add('set', { data: { values: { high: '{{ input.n }}' } } }, [high], null)
  const fails = { values: { low: '{{ input.n.absent.gone }}' } }
  const onError = random.pick(['fail', 'continue'] as const)
  workflow.add(
    'set',
    { data: random.chance(0.3) ? fails : { values: { low: 1 } }, on_error: onError },
    [low],
    null,
  )
  return workflow
}

class WorkflowGenerator {
  readonly workflow = new GeneratedWorkflow()
  readonly #random: Random
  readonly #callees: readonly Callee[]
  #budget: number

  constructor(random: Random, callees: readonly Callee[]) {
    this.#random = random
    this.#callees = callees
    this.#budget = random.whole(1, MOST_NODES)
  }

  generate(concurrency: JsonObject | undefined): void {
    const data = concurrency === undefined ? {} : { concurrency }
    if (concurrency !== undefined && concurrency['on_limit'] !== 'queue') {
      this.workflow.raceReason ??= 'the order of arrival decides which run gets a slot'
    }
    const start = this.workflow.add('start', { data }, [], null)
    this.#series([{ source: start, handle: 'main' }], null, 0)
    if (this.#random.chance(0.5)) this.#addShortcut()
  }

  /** Adds parts one after the other and returns the outputs of the last one. */
  #series(from: readonly Port[], loop: string | null, depth: number): readonly Port[] {
    let ends = from
    for (let length = this.#random.whole(1, 4); length > 0 && this.#budget > 0; length -= 1) {
      ends = this.#part(ends, loop, depth)
    }
    return ends
  }

  #part(from: readonly Port[], loop: string | null, depth: number): readonly Port[] {
    const random = this.#random
    if (depth < 3 && this.#budget > 2 && random.chance(0.4)) {
      if (random.chance(0.4)) return this.#branches(from, loop, depth)
      if (random.chance(0.5)) return this.#parallel(from, loop, depth)
      return this.#loop(from, loop, depth)
    }
    return this.#node(from, loop)
  }

  #add(
    type: string,
    node: JsonObject & { readonly data: JsonObject },
    from: readonly Port[],
    loop: string | null,
  ): string {
    this.#budget -= 1
    return this.workflow.add(type, node, from, loop)
  }

  #node(from: readonly Port[], loop: string | null): readonly Port[] {
    const random = this.#random
    const kind = random.next()
    if (kind < 0.36) return this.#effect(from, loop)
    if (kind < 0.43) return this.#main(this.#add('set', { data: this.#values() }, from, loop))
    if (kind < 0.58)
      return this.#main(
        this.#add('think', { data: { ms: random.whole(1, random.chance(0.5) ? 900 : 12_000) } }, from, loop),
      )
    if (kind < 0.72) return this.#main(this.#add('delay', { data: this.#delay() }, from, loop))
    if (kind < 0.86 || this.#callees.length === 0) return this.#wait(from, loop)
    return this.#call(from, loop)
  }

  #main(id: string): readonly Port[] {
    return [{ source: id, handle: 'main' }]
  }

  #values(): JsonObject {
    const random = this.#random
    const value = random.pick(['{{ previous }}', '{{ input.n * 2 }}', '{{ input }}', random.whole(0, 99)])
    return { values: { set: value } }
  }

  #delay(): JsonObject {
    const random = this.#random
    const [least, most] = random.pick([
      [0.1, 0.9],
      [1.5, 8],
      [20, 90],
      [3_600, 20_000],
      [86_400, 260_000],
    ] as const)
    return { seconds: Math.round(random.between(least, most) * 1_000) / 1_000 }
  }

  /** An effect returns the same result for every call, so that faults must not change the output of a run. */
  #effect(from: readonly Port[], loop: string | null): readonly Port[] {
    const random = this.#random
    const attempts = random.chance(0.6) ? random.whole(2, 4) : 1
    const behaviour = random.next()
    // Long enough for a cancel to reach it in any process.
    const isLong = loop === null && random.chance(0.12)
    const data: JsonObject = {
      value: random.pick(['{{ previous }}', '{{ input.n }}', 7]),
      ms: isLong ? random.whole(20_000, 40_000) : random.whole(0, random.chance(0.2) ? 4_000 : 300),
      ...(behaviour < 0.15
        ? { fails: 'always', permanent: random.chance(0.3) }
        : behaviour < 0.5 && attempts > 1
          ? { fails: random.whole(1, attempts - 1), hangs: random.chance(0.4) }
          : {}),
    }
    const onError = random.pick(['fail', 'continue', 'branch', 'branch'] as const)
    const onUnknown = random.chance(0.12) ? { on_unknown: 'fail' } : {}
    const retry = { max_attempts: attempts, initial_ms: random.pick([0, 50, 700, 2_500]), factor: 2 }
    const node = {
      data,
      timeout_ms: isLong ? 50_000 : 5_000,
      on_error: onError,
      ...onUnknown,
      ...(attempts > 1 && { retry }),
    }
    const id = this.#add('effect', node, from, loop)
    if (onError !== 'branch' || random.chance(0.3)) return this.#main(id)
    return [...this.#main(id), { source: id, handle: 'error' }]
  }

  /** A wait for `never` times out. Clients answer all other waits eventually, with the same data each time. */
  #wait(from: readonly Port[], loop: string | null): readonly Port[] {
    const random = this.#random
    const timeout = { timeout_seconds: random.pick([0.5, 3, 40, 7_200]) }
    const kind = random.next()
    const data: JsonObject =
      kind < 0.2
        ? { for: 'event', event: 'never', ...timeout }
        : kind < 0.6
          ? { for: 'event', event: random.pick(['paid', 'sent']) }
          : { for: random.pick(['callback', 'approval'] as const) }
    const mayTimeOut = kind >= 0.2 && random.chance(0.25)
    if (mayTimeOut) this.workflow.raceReason ??= 'an answer races with a timeout'
    const id = this.#add('wait', { data: { ...data, ...(mayTimeOut && timeout) } }, from, loop)
    const main = { source: id, handle: data['for'] === 'approval' ? 'approved' : 'main' }
    return kind < 0.2 || mayTimeOut ? [main, { source: id, handle: 'timeout' }] : [main]
  }

  #call(from: readonly Port[], loop: string | null): readonly Port[] {
    const random = this.#random
    const { id: workflowId, raceReason } = random.pick(this.#callees)
    const mayTimeOut = random.chance(0.2)
    if (mayTimeOut) this.workflow.raceReason ??= 'a sub-workflow races with its timeout'
    const isWaitedFor = random.chance(0.85)
    // Without a wait, the output contains the id of the sub-workflow's run.
    if (!isWaitedFor) this.workflow.raceReason ??= 'the output contains an id'
    this.workflow.raceReason ??= raceReason
    const retry = random.chance(0.3) ? { retry: { max_attempts: 2, initial_ms: 300 } } : {}
    const node = {
      data: { workflow_id: workflowId, input: { n: '{{ input.n }}' }, wait: isWaitedFor },
      on_error: random.pick(['fail', 'continue'] as const),
      ...retry,
      ...(mayTimeOut && { timeout_ms: random.pick([500, 4_000, 60_000]) }),
    }
    return this.#main(this.#add('workflow', node, from, loop))
  }

  #branches(from: readonly Port[], loop: string | null, depth: number): readonly Port[] {
    const random = this.#random
    if (random.chance(0.5)) {
      const id = this.#add('if', { data: { condition: `input.n > ${random.whole(0, 9)}` } }, from, loop)
      return this.#join([this.#branch(id, 'true', loop, depth), this.#branch(id, 'false', loop, depth)], loop)
    }
    const cases = [
      { name: 'low', condition: 'input.n < 3' },
      { name: 'high', condition: 'input.n > 6' },
    ]
    const id = this.#add('switch', { data: { cases } }, from, loop)
    const branches = ['case:low', 'case:high', 'default'].map((handle) =>
      this.#branch(id, handle, loop, depth),
    )
    return this.#join(branches, loop)
  }

  #parallel(from: readonly Port[], loop: string | null, depth: number): readonly Port[] {
    const branches: (readonly Port[])[] = []
    for (let count = this.#random.whole(2, 3); count > 0; count -= 1) {
      branches.push(this.#series(from, loop, depth + 1))
    }
    return this.#join(branches, loop)
  }

  #branch(source: string, handle: string, loop: string | null, depth: number): readonly Port[] {
    const from = [{ source, handle }]
    return this.#random.chance(0.3) ? from : this.#series(from, loop, depth + 1)
  }

  #join(branches: readonly (readonly Port[])[], loop: string | null): readonly Port[] {
    const random = this.#random
    const ends = branches.flat()
    if (random.chance(0.2)) return ends
    if (random.chance(0.3)) {
      this.workflow.raceReason ??= 'the branch that arrives first is taken'
      const data = { values: { first: '{{ previous }}' }, join: 'first' }
      return this.#main(this.#add('set', { data }, ends, loop))
    }
    return this.#main(this.#add('merge', { data: { mode: 'list' } }, ends, loop))
  }

  #loop(from: readonly Port[], loop: string | null, depth: number): readonly Port[] {
    const random = this.#random
    const isList = random.chance(0.7)
    const onError = random.pick(['fail', 'continue'] as const)
    const items = Array.from({ length: random.whole(0, 3) }, (_, n) => n)
    const data: JsonObject = isList
      ? {
          items,
          concurrency: random.whole(1, 3),
          on_item_error: random.pick(['fail', 'collect'] as const),
        }
      : { while: `index < ${random.whole(0, 3)}` }
    const id = this.#add(isList ? 'for_each' : 'loop', { data, on_error: onError }, from, loop)
    this.#series([{ source: id, handle: 'each' }], id, depth + 1)
    return [{ source: id, handle: 'done' }]
  }

  /** Adds a forward edge outside of loops: a shape that nesting alone does not produce. */
  #addShortcut(): void {
    const { nodesById } = this.workflow
    const top = [...nodesById.values()].filter(({ loop }) => loop === null)
    const target = this.#random.pick(top)
    const before = top.slice(0, top.indexOf(target))
    if (before.length === 0) return
    const source = this.#random.pick(before)
    const type = source.id.replace(/\d+$/, '')
    const handle = { if: 'true', switch: 'default', for_each: 'done', loop: 'done' }[type] ?? 'main'
    const isApproval = this.workflow.nodes.some(
      ({ id, data }) => id === source.id && (data as JsonObject)['for'] === 'approval',
    )
    this.workflow.connect({ source: source.id, handle: isApproval ? 'approved' : handle }, target.id)
  }
}

/** A workflow that an event trigger starts: short, because many runs of it may follow each other. */
export function generateFollower(random: Random, trigger: JsonObject): GeneratedWorkflow {
  const workflow = new GeneratedWorkflow()
  const event = workflow.add('event', { data: trigger }, [], null)
  const next = random.pick(['set', 'effect', 'effect', 'think', 'delay'] as const)
  const data = {
    set: { values: { followed: '{{ input.execution_id }}' } },
    effect: { value: 7, ms: random.whole(0, 300), ...(random.chance(0.3) && { fails: 'always' }) },
    think: { ms: random.whole(1, 900) },
    delay: { seconds: random.whole(1, 20) },
  }[next]
  const onError = random.pick(['fail', 'continue'] as const)
  workflow.add(next, { data, on_error: onError }, [{ source: event, handle: 'main' }], null)
  return workflow
}
