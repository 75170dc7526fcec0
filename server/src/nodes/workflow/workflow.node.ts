import Type from 'typebox'
import type { JsonObject } from '#domain/json.ts'
import { isTemplate } from '#nodes/parameters/is-template.ts'
import { refuseParameter } from '#nodes/parameters/refuse-parameter.ts'
import type { NodeKind } from '#ports/node-kind.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const NO_ID = 'the parameter `workflow_id` must be the id of a workflow of this account.'

/** Makes no outside effect of its own: the engine records the start of the other run with the step, and so starts it once. */
export const workflowNode: NodeKind = {
  type: 'workflow',
  title: 'Workflow',
  summary: 'Runs another workflow of the account. Its output is the output of this node.',
  group: 'core',
  parameters: Type.Object({
    workflow_id: Type.String({
      title: 'Workflow',
      description: 'Id of the workflow to run. Its current version is taken.',
      examples: ['0199a3c2-7b1e-7c43-9d5e-2f6a8b0c4d1e'],
    }),
    input: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        title: 'Input',
        description: 'The input of that run.',
        default: {},
        examples: [{ order_id: '{{ input.order_id }}' }],
      }),
    ),
    wait: Type.Optional(
      Type.Boolean({
        title: 'Wait for its end',
        description:
          'Without waiting this run goes on at once, with the id of the other one; whatever becomes of that one changes nothing here.',
        default: true,
      }),
    ),
  }),
  output: 'The output of the other execution; with `wait: false`, `{"execution_id"}`.',
  example: {
    data: {
      workflow_id: '0199a3c2-7b1e-7c43-9d5e-2f6a8b0c4d1e',
      input: { order_id: '{{ input.order_id }}' },
    },
  },
  notes: [
    'If the other execution fails, the step fails with the code `SUBWORKFLOW_FAILED`. An unknown id fails with `WORKFLOW_NOT_FOUND`.',
    'Workflows can call each other up to 10 levels deep.',
  ],
  handles: ['main'],
  hasEffect: false,
  check: ({ workflow_id: id }) =>
    typeof id !== 'string' || isTemplate(id) || UUID.test(id)
      ? []
      : [{ parameter: 'workflow_id', message: NO_ID }],
  run({ parameters }) {
    const id = parameters['workflow_id'] as string
    if (!UUID.test(id)) return refuseParameter(`For a sub-workflow ${NO_ID}`)
    return {
      callWorkflow: {
        workflowId: id.toLowerCase(),
        input: (parameters['input'] as JsonObject | undefined) ?? {},
        wait: parameters['wait'] !== false,
      },
    }
  },
}
