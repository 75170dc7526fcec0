import Type from 'typebox'
import type { NodeKind } from '#ports/node-kind.ts'

export const failNode: NodeKind = {
  type: 'fail',
  title: 'Fail',
  summary: 'Ends the run as failed, with a message of your own.',
  group: 'core',
  parameters: Type.Object({
    message: Type.Optional(Type.Unknown({ title: 'Message', description: 'What people read in the error.' })),
    code: Type.Optional(
      Type.String({
        title: 'Code',
        description: 'A word for programs; FAILED by default.',
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
    const message = parameters['message'] ?? 'The workflow was failed by a `fail` node.'
    return {
      ok: false,
      code: (parameters['code'] as string | undefined) ?? 'FAILED',
      message: typeof message === 'string' ? message : JSON.stringify(message),
    }
  },
}
