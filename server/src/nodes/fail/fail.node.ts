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
