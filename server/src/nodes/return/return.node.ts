import Type from 'typebox'
import { firstLine, namesOf } from '#nodes/parameters/line-parts.ts'
import type { NodeKind } from '#ports/index.ts'

export const returnNode: NodeKind = {
  type: 'return',
  title: 'Return',
  summary: 'Sets the output of the run. If several `return` nodes run, the first one counts.',
  family: 'flow',
  icon: 'corner-down-left',
  keywords: ['output', 'result', 'end'],
  line: `{{ ${namesOf('data.value')} || ${firstLine('data.value')} }}`,
  parameters: Type.Object({
    value: Type.Optional(
      Type.Unknown({
        title: 'Value',
        examples: [{ total: '{{ previous.total }}' }],
        description: 'The output of the run. Defaults to the input of the node.',
      }),
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
