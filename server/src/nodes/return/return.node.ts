import Type from 'typebox'
import type { NodeKind } from '#ports/node-kind.ts'

export const returnNode: NodeKind = {
  type: 'return',
  title: 'Return',
  summary: 'Sets the output of the run. The first one that runs decides.',
  group: 'core',
  parameters: Type.Object({
    value: Type.Optional(
      Type.Unknown({ title: 'Value', description: 'The output of the run; what came in by default.' }),
    ),
  }),
  output: 'The value. As the output of the run, a value that is not an object becomes `{"value": …}`.',
  example: { data: { value: { total: '{{ previous.total }}' } } },
  handles: ['main'],
  hasEffect: false,
  isInstant: true,
  returns: true,
  run: ({ parameters, previous }) => ({
    ok: true,
    output: parameters['value'] === undefined ? previous : parameters['value'],
  }),
}
