import Type from 'typebox'
import type { JsonObject } from '#domain/index.ts'
import { delayNode } from '#nodes/delay/delay.node.ts'
import { eventNode } from '#nodes/event/event.node.ts'
import { forEachNode } from '#nodes/for_each/for_each.node.ts'
import { ifNode } from '#nodes/if/if.node.ts'
import { loopNode } from '#nodes/loop/loop.node.ts'
import { mergeNode } from '#nodes/merge/merge.node.ts'
import { onlyNewNode } from '#nodes/only_new/only_new.node.ts'
import { setNode } from '#nodes/set/set.node.ts'
import { startNode } from '#nodes/start/start.node.ts'
import { stateNode } from '#nodes/state/state.node.ts'
import { switchNode } from '#nodes/switch/switch.node.ts'
import { waitNode } from '#nodes/wait/wait.node.ts'
import { workflowNode } from '#nodes/workflow/workflow.node.ts'
import type { NodeCall, NodeCatalogue, NodeKind, NodeResult } from '#ports/index.ts'
import type { SimulatedProcess } from './simulated-process.ts'
import type { World } from './world.ts'

const REAL_KINDS: readonly NodeKind[] = [
  startNode,
  eventNode,
  setNode,
  ifNode,
  switchNode,
  mergeNode,
  forEachNode,
  loopNode,
  delayNode,
  waitNode,
  workflowNode,
  stateNode,
  onlyNewNode,
]

const EFFECT_PARAMETERS = Type.Object({
  value: Type.Unknown(),
  ms: Type.Number(),
  fails: Type.Optional(Type.Unknown()),
  hangs: Type.Optional(Type.Boolean()),
  permanent: Type.Optional(Type.Boolean()),
})
const THINK_PARAMETERS = Type.Object({ ms: Type.Number() })

/** The real node kinds and two simulated ones: `effect` calls the outside world, `think` only takes time. */
export function simulatedCatalogue(world: World, process: SimulatedProcess): NodeCatalogue {
  const effect: NodeKind = {
    type: 'effect',
    title: 'Effect',
    summary: 'Makes a call that is visible from the outside.',
    family: 'action',
    icon: 'box',
    keywords: [],
    line: '',
    parameters: EFFECT_PARAMETERS,
    handles: ['main'],
    hasEffect: true,
    run: (call) => callOutside(world, process, call),
  }
  const think: NodeKind = {
    type: 'think',
    title: 'Think',
    summary: 'Returns its input after some time.',
    family: 'action',
    icon: 'box',
    keywords: [],
    line: '',
    parameters: THINK_PARAMETERS,
    handles: ['main'],
    hasEffect: false,
    run: (call) =>
      answerAfter(world, process, call, call.parameters['ms'] as number, { ok: true, output: call.previous }),
  }
  const byType = new Map([...REAL_KINDS, effect, think].map((kind) => [kind.type, kind]))
  return { find: (type) => byType.get(type), types: [...byType.keys()] }
}

function callOutside(world: World, process: SimulatedProcess, call: NodeCall): Promise<NodeResult> {
  const { value, ms, fails, hangs, permanent } = call.parameters as JsonObject & { readonly ms: number }
  const key = call.idempotencyKey()
  const earlier = world.oracle.beginCall(process, call, key)
  const isFailure = fails === 'always' || (typeof fails === 'number' && earlier < fails)
  const result: NodeResult = isFailure
    ? { ok: false, code: 'BROKEN', message: 'The call failed.', permanent: permanent === true }
    : { ok: true, output: { did: value ?? null } }
  return answerAfter(world, process, call, isFailure && hangs === true ? undefined : ms, result)
}

/** An aborted call fails immediately, like a connection that is closed. Without `ms` the call never returns. */
function answerAfter(
  world: World,
  process: SimulatedProcess,
  { executionId, signal }: NodeCall,
  ms: number | undefined,
  result: NodeResult,
): Promise<NodeResult> {
  const end = world.trackCall(process, executionId)
  return new Promise((resolve) => {
    const answer = (value: NodeResult) => {
      end()
      resolve(value)
    }
    if (ms !== undefined) process.receive(ms, true, () => answer(result))
    signal.addEventListener('abort', () =>
      answer({ ok: false, code: 'ABORTED', message: 'The call was aborted.' }),
    )
  })
}
