import Type from 'typebox'
import type { NodeKind } from '#ports/index.ts'

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
