import Type from 'typebox'
import { concurrencyParameter } from '#nodes/parameters/concurrency-parameter.ts'
import type { NodeKind } from '#ports/index.ts'

export const formNode: NodeKind = {
  type: 'form',
  title: 'Form',
  summary:
    'Starts a run for every submission of a form, from its page or through the API, while the workflow is published. The input of the run is the submission: `form_id`, `submission_id`, `data`, `created_at`.',
  family: 'trigger',
  icon: 'clipboard-list',
  keywords: ['submission', 'survey', 'page', 'trigger'],
  line: '',
  parameters: Type.Object({
    form_id: Type.String({
      title: 'Form',
      description: 'The id of the form.',
      minLength: 1,
      'x-format': 'form-id',
    }),
    concurrency: concurrencyParameter,
  }),
  literals: ['form_id', 'concurrency'],
  output: 'The input of the run: `{form_id, submission_id, data, created_at}`.',
  example: { data: { form_id: '01937b5e-8f3a-7c41-9a52-3d1f0c7be2aa' } },
  handles: ['main'],
  hasEffect: false,
  isInstant: true,
  run: ({ previous }) => ({ ok: true, output: previous }),
}
