import Type from 'typebox'
import { concurrencyParameter } from '#nodes/parameters/concurrency-parameter.ts'
import type { NodeKind } from '#ports/index.ts'

export const startNode: NodeKind = {
  type: 'start',
  title: 'Start',
  summary:
    'The entry point of runs that you start manually or through the API. Its output is the input of the run.',
  family: 'trigger',
  icon: 'play',
  keywords: ['manual', 'trigger', 'api', 'entry', 'begin'],
  line: '{{ data.concurrency?.limit == null ? "" : `at most ${data.concurrency.limit} at a time` }}',
  parameters: Type.Object({ concurrency: concurrencyParameter }),
  literals: ['concurrency'],
  output: 'The input of the run.',
  example: { data: { concurrency: { limit: 5, key: '{{ input.customer_id }}' } } },
  handles: ['main'],
  hasEffect: false,
  isInstant: true,
  run: ({ previous }) => ({ ok: true, output: previous }),
}
