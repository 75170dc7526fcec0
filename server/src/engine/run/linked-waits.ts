import type { JsonObject } from '#domain/index.ts'
import type { Ids, LinkedWaitKind, WaitLinkSet } from '#ports/index.ts'
import type { CompiledVersion } from '../compile/compile-version.ts'
import { stepKey } from '../compile/iteration-path.ts'
import type { Iteration } from '../replay/plan.ts'

/** Derived from the step, so that the links of a wait are known before it starts: they can be sent to whoever answers. */
export function waitIdOf(ids: Ids, executionId: string, key: string): string {
  return ids.derive(`wait ${executionId} ${key}`)
}

/**
 * The links of all waits that a step can refer to: those in its own iteration and in the iterations around it. By id and by
 * name, like `nodes`.
 */
export function linksSeenFrom(
  iteration: Iteration,
  { graph, bodies, nodes }: CompiledVersion,
  linksAt: (key: string, kind: LinkedWaitKind) => WaitLinkSet,
): JsonObject {
  const seen: Record<string, JsonObject> = {}
  for (
    let around: Iteration | undefined = iteration;
    around !== undefined;
    around = around.loop?.task.iteration
  ) {
    const loopId = around.loop?.task.compiled.node.id
    const body = loopId === undefined ? graph : bodies.get(loopId)
    for (const id of body?.nodes.keys() ?? []) {
      const compiled = nodes.get(id)
      const kind = compiled?.kind.linkedWait?.(compiled.node.data)
      if (kind === undefined) continue
      const links = { ...linksAt(stepKey(around.path, id), kind) }
      if (compiled?.node.name !== undefined) seen[compiled.node.name] ??= links
      seen[id] = links
    }
  }
  return seen
}
