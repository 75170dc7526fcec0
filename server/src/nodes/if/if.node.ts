import Type from 'typebox'
import { bare } from '#nodes/parameters/line-parts.ts'
import type { NodeKind } from '#ports/index.ts'

export const ifNode: NodeKind = {
  type: 'if',
  title: 'If',
  summary: 'Continues at `true` or at `false`. Passes its input through.',
  family: 'flow',
  icon: 'git-branch',
  keywords: ['condition', 'branch', 'decide', 'filter', 'true', 'false'],
  line: `{{ ${bare('data.condition')} }}`,
  parameters: Type.Object({
    condition: Type.Boolean({
      title: 'Condition',
      examples: ['input.amount > 100'],
      description: 'An expression such as `input.amount > 100`, with or without `{{ }}`.',
    }),
  }),
  conditions: ['condition'],
  output: 'The input, unchanged.',
  example: { data: { condition: 'input.amount > 100' } },
  handles: ['true', 'false'],
  hasEffect: false,
  isInstant: true,
  run: ({ parameters, previous }) => ({
    ok: true,
    output: previous,
    handle: parameters['condition'] === true ? 'true' : 'false',
  }),
}
