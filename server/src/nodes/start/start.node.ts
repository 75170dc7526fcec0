import Type from 'typebox'
import { concurrencyParameter } from '#nodes/parameters/concurrency-parameter.ts'
import type { NodeKind } from '#ports/node-kind.ts'

export const startNode: NodeKind = {
  type: 'start',
  title: 'Start',
  summary: 'Where a run by API or by hand begins. Its output is the input of the run.',
  group: 'trigger',
  parameters: Type.Object({ concurrency: concurrencyParameter }),
  literals: ['concurrency'],
  output: 'The input of the run.',
  example: { data: { concurrency: { limit: 5, key: '{{ input.customer_id }}' } } },
  handles: ['main'],
  hasEffect: false,
  isInstant: true,
  run: ({ previous }) => ({ ok: true, output: previous }),
}
