import fc from 'fast-check'
import type { JsonObject } from '#domain/index.ts'
import { type CompiledVersion, compileVersion } from '../compile/compile-version.ts'
import { LOOP_TYPES, type Script, scriptedCatalogue, STEP_HANDLES } from './scripted-run.ts'

/** A workflow with nested loops, and a script of the results of its nodes. */
export interface RandomWorkflow {
  readonly version: CompiledVersion
  readonly script: Script
  /** Steps whose failure is caught neither by their `on_error` nor by a loop that collects errors. */
  readonly breakable: readonly string[]
}

interface ScopeSpec {
  readonly nodes: readonly NodeSpec[]
  readonly edges: readonly { readonly a: number; readonly b: number; readonly handle: number }[]
}

interface NodeSpec {
  readonly type: 'step' | (typeof LOOP_TYPES)[number]
  readonly onError: 'fail' | 'continue' | 'branch'
  readonly handle: number
  readonly iterations: number
  /** Whether it fails whenever it runs, provided that something catches the failure. */
  readonly fails: boolean
  readonly body: ScopeSpec | undefined
}

function scopes(depth: number): fc.Arbitrary<ScopeSpec> {
  const types = depth === 0 ? (['step'] as const) : (['step', 'step', ...LOOP_TYPES] as const)
  const spec = fc.constantFrom(...types).chain((type) =>
    fc.record({
      type: fc.constant(type),
      onError: fc.constantFrom('fail' as const, 'fail' as const, 'continue' as const, 'branch' as const),
      handle: fc.nat(STEP_HANDLES.length - 1),
      iterations: fc.nat(3),
      fails: fc.boolean(),
      body: type === 'step' ? fc.constant(undefined) : scopes(depth - 1),
    }),
  )
  const index = fc.nat(5)
  return fc.record({
    nodes: fc.array(spec, { minLength: 1, maxLength: 5 }),
    edges: fc.array(fc.record({ a: index, b: index, handle: fc.nat(STEP_HANDLES.length) }), { maxLength: 8 }),
  })
}

export const randomWorkflows: fc.Arbitrary<RandomWorkflow> = fc
  .record({ scope: scopes(2), order: fc.array(fc.nat(1_000), { minLength: 1, maxLength: 20 }) })
  .map(({ scope, order }) => {
    const builder = new WorkflowBuilder()
    builder.add(scope, 'n', undefined)
    const { nodes, edges, specs, breakable, mayFail } = builder
    const version = compileVersion(
      { id: 'v', workflowId: 'w', nodes, edges, variables: {} },
      scriptedCatalogue,
    )
    const specOf = (id: string): NodeSpec => {
      const found = specs.get(id)
      if (found === undefined) throw new Error(`There is no node ${id}.`)
      return found
    }
    const script = {
      order,
      fails: (id: string) => specOf(id).fails && mayFail.includes(id),
      handle: (id: string) => STEP_HANDLES[specOf(id).handle] ?? 'main',
      iterations: (id: string) => specOf(id).iterations,
    }
    // fast-check prints this when a property does not hold.
    const print = () => JSON.stringify({ nodes, edges, order, failing: mayFail.filter(script.fails) })
    return { version, script, breakable, [fc.toStringMethod]: print }
  })

class WorkflowBuilder {
  readonly nodes: JsonObject[] = []
  readonly edges: JsonObject[] = []
  readonly specs = new Map<string, NodeSpec>()
  readonly breakable: string[] = []
  /**
   * Steps that the script may fail. In a loop that collects errors this is only a step without siblings: a failure would
   * abort siblings or not, depending on the order.
   */
  readonly mayFail: string[] = []

  add(scope: ScopeSpec, prefix: string, loop: { id: string; collects: boolean } | undefined): void {
    const { nodes } = scope
    const idOf = (index: number) => `${prefix}${index % nodes.length}`
    const ordered = scope.edges
      .map(({ a, b, handle }) => {
        const [from, to] = [a % nodes.length, b % nodes.length].sort((one, other) => one - other)
        return { from: from ?? 0, to: to ?? 0, handle }
      })
      .filter(({ from, to }) => from !== to)
    for (const [index, spec] of nodes.entries()) {
      const id = idOf(index)
      this.specs.set(id, spec)
      this.nodes.push({ id, type: spec.type, on_error: spec.onError })
      if (loop !== undefined && !ordered.some(({ to }) => to === index)) {
        this.edges.push({ source: loop.id, target: id, sourceHandle: 'each' })
      }
      if (spec.type === 'step') {
        if (spec.onError !== 'fail') this.mayFail.push(id)
        else if (loop?.collects !== true) this.breakable.push(id)
        else if (nodes.length === 1) this.mayFail.push(id)
      }
      if (spec.body !== undefined) this.add(spec.body, `${id}_`, { id, collects: spec.type === 'collect' })
    }
    for (const { from, to, handle } of ordered) {
      const sourceHandle =
        nodes[from]?.type === 'step' ? (STEP_HANDLES[handle] ?? 'error') : handle === 0 ? 'error' : 'done'
      this.edges.push({ source: idOf(from), target: idOf(to), sourceHandle })
    }
  }
}
