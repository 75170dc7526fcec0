import type { JsonObject } from '#domain/index.ts'
import type { NodeKind } from '#ports/index.ts'

/** The example of a kind as a node of a workflow. */
export function sampleNode({ type, example = {} }: NodeKind): JsonObject {
  return { id: type, type, ...example }
}

/** The handles of a kind, as a sentence; if they depend on the parameters, those of the sample. */
export function describeHandles(kind: NodeKind): string {
  const { handles } = kind
  const { data = {} } = sampleNode(kind)
  const names = typeof handles === 'function' ? handles(data as JsonObject) : handles
  if (names.length === 0) return 'No handles.'
  const listed = names.map((handle) => `\`${handle}\``).join(', ')
  return typeof handles === 'function'
    ? `The handles depend on the parameters. Those of the example: ${listed}.`
    : `${names.length === 1 ? 'Handle' : 'Handles'}: ${listed}.`
}
