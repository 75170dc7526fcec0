import Type from 'typebox'
import { firstLine, textOf } from '#nodes/parameters/line-parts.ts'
import type { NodeKind } from '#ports/index.ts'

export const failNode: NodeKind = {
  type: 'fail',
  title: 'Fail',
  summary: 'Fails the run with your own error message and code.',
  family: 'flow',
  icon: 'octagon-x',
  keywords: ['error', 'throw', 'stop', 'abort'],
  line: `{{ [${textOf('data.code')}, ${firstLine('data.message')}].filter(part => part !== "").join(": ") }}`,
  parameters: Type.Object({
    message: Type.Optional(
      Type.Unknown({
        title: 'Message',
        description: 'The error message.',
        'x-format': 'multiline',
        examples: ['{{ input.article }} is sold out'],
      }),
    ),
    code: Type.Optional(
      Type.String({
        title: 'Code',
        examples: ['SOLD_OUT'],
        description: 'The error code, for programs. Defaults to FAILED.',
        minLength: 1,
        maxLength: 100,
      }),
    ),
  }),
  output: 'None, unless `on_error` of the node catches the failure.',
  example: { data: { message: '{{ input.article }} is sold out', code: 'SOLD_OUT' } },
  handles: ['main'],
  hasEffect: false,
  isInstant: true,
  alwaysFails: true,
  run({ parameters }) {
    const message = parameters['message'] ?? 'A `fail` node ended the run.'
    return {
      ok: false,
      code: (parameters['code'] as string | undefined) ?? 'FAILED',
      message: typeof message === 'string' ? message : JSON.stringify(message),
    }
  },
}
