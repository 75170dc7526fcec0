import Type from 'typebox'
import type { NodeKind } from '#ports/index.ts'

export const failNode: NodeKind = {
  type: 'fail',
  title: 'Fail',
  summary: 'Fails the run with your own error message and code.',
  group: 'core',
  parameters: Type.Object({
    message: Type.Optional(Type.Unknown({ title: 'Message', description: 'The error message.' })),
    code: Type.Optional(
      Type.String({
        title: 'Code',
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
  run({ parameters }) {
    const message = parameters['message'] ?? 'A `fail` node ended the run.'
    return {
      ok: false,
      code: (parameters['code'] as string | undefined) ?? 'FAILED',
      message: typeof message === 'string' ? message : JSON.stringify(message),
    }
  },
}
