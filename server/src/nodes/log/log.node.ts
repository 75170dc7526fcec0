import Type from 'typebox'
import { LOG_LEVELS, type LogLevel } from '@millrace/contract/execution.ts'
import type { JsonObject, JsonValue } from '#domain/json.ts'
import type { NodeKind } from '#ports/node-kind.ts'

export const logNode: NodeKind = {
  type: 'log',
  title: 'Log',
  summary: 'Writes a line into the log of the execution and passes on what came in.',
  group: 'core',
  parameters: Type.Object({
    message: Type.Unknown({
      title: 'Message',
      description: 'What to write; other values than texts are written as JSON.',
    }),
    level: Type.Optional(Type.Enum([...LOG_LEVELS], { title: 'Level', default: 'info' })),
    data: Type.Optional(Type.Unknown({ title: 'Data', description: 'Kept beside the message, as it is.' })),
  }),
  output: 'The input, unchanged.',
  example: { data: { message: 'Order {{ input.id }} received', level: 'info' } },
  handles: ['main'],
  hasEffect: false,
  isInstant: true,
  run(call) {
    const { message, level, data } = call.parameters
    const text = typeof message === 'string' ? message : JSON.stringify(message ?? null)
    call.log((level as LogLevel | undefined) ?? 'info', text, data === undefined ? undefined : asObject(data))
    return { ok: true, output: call.previous }
  },
}

function asObject(data: JsonValue): JsonObject {
  const isObject = typeof data === 'object' && data !== null && !Array.isArray(data)
  return isObject ? (data as JsonObject) : { value: data }
}
