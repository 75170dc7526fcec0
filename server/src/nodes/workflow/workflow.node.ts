import Type from 'typebox'
import type { JsonObject } from '#domain/index.ts'
import { isTemplate } from '#nodes/parameters/is-template.ts'
import { refuseParameter } from '#nodes/parameters/refuse-parameter.ts'
import type { NodeKind } from '#ports/index.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const NO_ID = 'the parameter `workflow_id` must be the id of a workflow in this account.'

/** Has no external effect: the engine records the start of the other run together with the step, so it starts exactly once. */
export const workflowNode: NodeKind = {
  type: 'workflow',
  title: 'Workflow',
  summary: 'Runs another workflow of the account. The output of that run is the output of this node.',
  family: 'flow',
  icon: 'workflow',
  keywords: ['sub-workflow', 'call', 'execute', 'nested', 'reuse'],
  line: '{{ data.wait === false ? "without waiting" : "" }}',
  parameters: Type.Object({
    workflow_id: Type.String({
      title: 'Workflow',
      'x-format': 'workflow-id',
      description: 'The id of the workflow to run. The node runs its current version.',
      examples: ['0199a3c2-7b1e-7c43-9d5e-2f6a8b0c4d1e'],
    }),
    input: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        title: 'Input',
        description: 'The input of the run.',
        default: {},
        examples: [{ order_id: '{{ input.order_id }}' }],
      }),
    ),
    wait: Type.Optional(
      Type.Boolean({
        title: 'Wait for completion',
        description:
          'If false, this run continues immediately with the id of the other run, and the result of the other run has no effect on this one.',
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
    if (!UUID.test(id)) return refuseParameter(`In a \`workflow\` node, ${NO_ID}`)
    return {
      callWorkflow: {
        workflowId: id.toLowerCase(),
        input: (parameters['input'] as JsonObject | undefined) ?? {},
        wait: parameters['wait'] !== false,
      },
    }
  },
}
