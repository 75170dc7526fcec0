import Type from 'typebox'
import { isJsonObject, type JsonValue, nameJsonType } from '#domain/index.ts'
import type { NodeKind, NodeResult } from '#ports/index.ts'

export const mergeNode: NodeKind = {
  type: 'merge',
  title: 'Merge',
  summary: 'Combines the outputs of several nodes.',
  family: 'flow',
  icon: 'merge',
  keywords: ['join', 'combine', 'collect', 'branches'],
  line: '{{ data.mode === "list" ? "as a list" : "into one object" }}',
  parameters: Type.Object({
    mode: Type.Optional(
      Type.Enum(['combine', 'list'], {
        title: 'Mode',
        description:
          '`combine`: one object with the members of all inputs; if several inputs have the same member, the input whose edge is defined later wins. `list`: a list of the inputs, in the order of their edges. Branches that were not taken are left out.',
        default: 'combine',
      }),
    ),
  }),
  output: '`combine`: an object. `list`: a list of the outputs of the incoming branches.',
  example: { data: { mode: 'combine' } },
  handles: ['main'],
  hasEffect: false,
  isInstant: true,
  run: (call) =>
    call.parameters['mode'] === 'list' ? { ok: true, output: call.inputs() } : combine(call.inputs()),
}

function combine(inputs: readonly JsonValue[]): NodeResult {
  const wrong = inputs.findIndex((input) => !isJsonObject(input))
  if (wrong >= 0) {
    const message = `Input ${wrong + 1} of ${inputs.length} is ${nameJsonType(inputs[wrong])}, but the mode \`combine\` takes only objects. Use the mode \`list\` for other values.`
    return { ok: false, code: 'INVALID_INPUT', message, permanent: true }
  }
  return { ok: true, output: Object.assign({}, ...inputs) as JsonValue }
}
