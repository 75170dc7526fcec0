import { AppError } from '#domain/index.ts'
import type { CompiledVersion, ShadowRun } from '#engine/index.ts'

const SANDBOX_BUSY = 'SANDBOX_BUSY'

/** Code that did not run, because the sandbox is busy, says nothing about the working copy: whoever asked is to ask again. */
export function refuseUntriedCode(
  { differences }: Pick<ShadowRun, 'differences'>,
  draft: Pick<CompiledVersion, 'nodes'>,
): void {
  const refused = differences.find(
    ({ nodeId, before, after }) =>
      after?.error?.code === SANDBOX_BUSY &&
      // A recorded failure, which the node did not repeat.
      before?.error?.code !== SANDBOX_BUSY &&
      // A `fail` node can use any code.
      draft.nodes.get(nodeId)?.kind.type === 'code',
  )
  if (refused === undefined) return
  throw new AppError(
    'INTERNAL_ERROR',
    `The code of node "${refused.nodeId}" did not run, because too much other code waits for the sandbox. Try again in a few seconds.`,
    {},
    { kind: 'unavailable' },
  )
}
