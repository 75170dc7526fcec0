import fc from 'fast-check'
import type { JsonObject } from '#domain/index.ts'
import { type CompiledVersion, compileVersion } from '../compile/compile-version.ts'
import { LOOP_TYPES, playedCatalogue, type Script, STEP_HANDLES } from './test-run.ts'

/** A workflow with loops in loops, and what its nodes do. */
export interface PlayedDrawing {
  readonly version: CompiledVersion
  readonly script: Script
  /** Steps outside of loops that collect failures, whose failure nothing at the step catches. */
  readonly breakable: readonly string[]
}

interface DrawnScope {
  readonly nodes: readonly DrawnItem[]
  readonly edges: readonly { readonly a: number; readonly b: number; readonly handle: number }[]
}

interface DrawnItem {
  readonly type: 'step' | (typeof LOOP_TYPES)[number]
  readonly onError: 'fail' | 'continue' | 'branch'
  readonly handle: number
  readonly rounds: number
  /** Fails whenever it runs, where something catches that. */
  readonly fails: boolean
  readonly body: DrawnScope | undefined
}

function scopes(depth: number): fc.Arbitrary<DrawnScope> {
  const types = depth === 0 ? (['step'] as const) : (['step', 'step', ...LOOP_TYPES] as const)
  const item = fc.constantFrom(...types).chain((type) =>
    fc.record({
      type: fc.constant(type),
      onError: fc.constantFrom('fail' as const, 'fail' as const, 'continue' as const, 'branch' as const),
      handle: fc.nat(STEP_HANDLES.length - 1),
      rounds: fc.nat(3),
      fails: fc.boolean(),
      body: type === 'step' ? fc.constant(undefined) : scopes(depth - 1),
    }),
  )
  const index = fc.nat(5)
  return fc.record({
    nodes: fc.array(item, { minLength: 1, maxLength: 5 }),
    edges: fc.array(fc.record({ a: index, b: index, handle: fc.nat(STEP_HANDLES.length) }), { maxLength: 8 }),
  })
}

export const playedDrawings: fc.Arbitrary<PlayedDrawing> = fc
  .record({ scope: scopes(2), order: fc.array(fc.nat(1_000), { minLength: 1, maxLength: 20 }) })
  .map(({ scope, order }) => {
    const drawing = new Drawing()
    drawing.add(scope, 'n', undefined)
    const { nodes, edges, items, breakable, mayFail } = drawing
    const version = compileVersion({ id: 'v', workflowId: 'w', nodes, edges, variables: {} }, playedCatalogue)
    const itemOf = (id: string): DrawnItem => {
      const found = items.get(id)
      if (found === undefined) throw new Error(`There is no node ${id}.`)
      return found
    }
    const script = {
      order,
      fails: (id: string) => itemOf(id).fails && mayFail.includes(id),
      handle: (id: string) => STEP_HANDLES[itemOf(id).handle] ?? 'main',
      rounds: (id: string) => itemOf(id).rounds,
    }
    // What is printed when a property does not hold.
    const print = () => JSON.stringify({ nodes, edges, order, failing: mayFail.filter(script.fails) })
    return { version, script, breakable, [fc.toStringMethod]: print }
  })

class Drawing {
  readonly nodes: JsonObject[] = []
  readonly edges: JsonObject[] = []
  readonly items = new Map<string, DrawnItem>()
  readonly breakable: string[] = []
  /** Where failures are collected only a step that is alone: what runs beside it would be cut off by chance. */
  readonly mayFail: string[] = []

  add(scope: DrawnScope, prefix: string, loop: { id: string; collects: boolean } | undefined): void {
    const { nodes } = scope
    const idOf = (index: number) => `${prefix}${index % nodes.length}`
    const drawn = scope.edges
      .map(({ a, b, handle }) => {
        const [from, to] = [a % nodes.length, b % nodes.length].sort((one, other) => one - other)
        return { from: from ?? 0, to: to ?? 0, handle }
      })
      .filter(({ from, to }) => from !== to)
    for (const [index, item] of nodes.entries()) {
      const id = idOf(index)
      this.items.set(id, item)
      this.nodes.push({ id, type: item.type, on_error: item.onError })
      if (loop !== undefined && !drawn.some(({ to }) => to === index)) {
        this.edges.push({ source: loop.id, target: id, sourceHandle: 'each' })
      }
      if (item.type === 'step') {
        if (item.onError !== 'fail') this.mayFail.push(id)
        else if (loop?.collects !== true) this.breakable.push(id)
        else if (nodes.length === 1) this.mayFail.push(id)
      }
      if (item.body !== undefined) this.add(item.body, `${id}_`, { id, collects: item.type === 'collect' })
    }
    for (const { from, to, handle } of drawn) {
      const main =
        nodes[from]?.type === 'step' ? (STEP_HANDLES[handle] ?? 'error') : handle === 0 ? 'error' : 'done'
      this.edges.push({ source: idOf(from), target: idOf(to), sourceHandle: main })
    }
  }
}
