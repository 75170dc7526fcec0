import Type from 'typebox'
import { bare } from '#nodes/parameters/line-parts.ts'
import type { NodeKind } from '#ports/index.ts'

export const loopNode: NodeKind = {
  type: 'loop',
  title: 'Loop',
  summary:
    'Repeats the nodes connected to `each` while a condition is true, then continues at `done` with the list of the results of all iterations.',
  family: 'flow',
  icon: 'refresh-cw',
  keywords: ['while', 'repeat', 'iterate', 'poll', 'until'],
  line: `{{ data.while == null ? "" : "while " + ${bare('data.while')} }}`,
  parameters: Type.Object({
    while: Type.Optional(
      Type.Boolean({
        title: 'While',
        description:
          'Required: an expression, with or without `{{ }}`, that is evaluated before every iteration. `index` counts the iterations from 0. `previous` is the result of the last iteration, and the input of the node before the first one.',
        examples: ['index < 3'],
      }),
    ),
    max_iterations: Type.Optional(
      Type.Integer({
        title: 'Maximum iterations',
        description:
          'The loop stops after this many iterations. If the condition is still true, the log gets a warning.',
        minimum: 1,
        maximum: 10_000,
        default: 100,
      }),
    ),
  }),
  liveConditions: ['while'],
  output:
    'At `each`: the result of the iteration before, or the input of the loop in the first one. At `done`: a list with one result per iteration. A result is the output of the last node of the iteration, or an object by node id if several nodes are last.',
  example: { data: { while: 'index < 3', max_iterations: 10 } },
  handles: ['each', 'done'],
  handleWhenDisabled: 'done',
  isLoop: true,
  hasEffect: false,
  check: (data) =>
    data['while'] === undefined
      ? [
          {
            parameter: 'while',
            message: 'the condition `while` is missing. Set it to an expression such as `index < 3`.',
          },
        ]
      : [],
  run: ({ parameters }) => ({
    repeat: {
      concurrency: 1,
      collectErrors: false,
      maxIterations: (parameters['max_iterations'] as number | undefined) ?? 100,
    },
  }),
}
