import Type from 'typebox'
import { LOG_LEVELS, type LogLevel } from '@millrace/contract/execution.ts'
import type { JsonObject, JsonValue } from '#domain/index.ts'
import { firstLine } from '#nodes/parameters/line-parts.ts'
import type { NodeKind } from '#ports/index.ts'

export const logNode: NodeKind = {
  type: 'log',
  title: 'Log',
  summary: 'Writes a line to the log of the execution and passes its input through.',
  family: 'data',
  icon: 'scroll-text',
  keywords: ['print', 'debug', 'message', 'console'],
  line: `{{ ${firstLine('data.message')} }}`,
  parameters: Type.Object({
    message: Type.Unknown({
      title: 'Message',
      'x-format': 'multiline',
      examples: ['Order {{ input.id }} received'],
      description: 'The message. Values that are not strings are written as JSON.',
    }),
    level: Type.Optional(
      Type.Enum([...LOG_LEVELS], {
        title: 'Level',
        description: 'How important the message is.',
        default: 'info',
      }),
    ),
    data: Type.Optional(
      Type.Unknown({
        title: 'Data',
        description: 'Stored with the message, unchanged.',
        examples: [{ total: '{{ input.total }}' }],
      }),
    ),
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
