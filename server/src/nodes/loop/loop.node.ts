import Type from 'typebox'
import type { NodeKind } from '#ports/node-kind.ts'

export const loopNode: NodeKind = {
  type: 'loop',
  title: 'Loop',
  summary:
    'Runs the nodes behind `each` again and again while a condition holds, then goes on at `done` with the list of the results of the rounds.',
  group: 'core',
  parameters: Type.Object({
    while: Type.Optional(
      Type.Boolean({
        title: 'While',
        description:
          'Must be given: an expression with or without {{ }}, asked before every round. `index` counts the rounds from 0; `previous` is what the last round gave, and what came in before the first.',
        examples: ['index < 3'],
      }),
    ),
    max_iterations: Type.Optional(
      Type.Integer({
        title: 'Most rounds',
        description: 'The loop stops there, with a warning in the log when the condition still holds.',
        minimum: 1,
        maximum: 10_000,
        default: 100,
      }),
    ),
  }),
  standing: ['while'],
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
            message: 'the condition `while` is missing; it can be as simple as `index < 3`.',
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
