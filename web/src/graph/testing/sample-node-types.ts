import type { NodeType } from '../../api/node-types.ts'
import { NodeTypes } from '../node-types.ts'

type Described = Pick<NodeType, 'type' | 'family'> & Partial<NodeType>

const described: readonly Described[] = [
  { type: 'start', title: 'Start', family: 'trigger' },
  { type: 'webhook', title: 'Webhook', family: 'trigger', line: '{{ data.method ?? "POST" }}' },
  { type: 'if', title: 'If', family: 'flow', handles: '["true", "false"]', line: '{{ data.condition }}' },
  {
    type: 'switch',
    title: 'Switch',
    family: 'flow',
    handles: 'data.cases.map(one => "case:" + one.name).concat(["default"])',
  },
  { type: 'for_each', title: 'For each', family: 'flow', handles: '["each", "done"]', is_loop: true },
  {
    type: 'wait',
    title: 'Wait',
    family: 'people',
    handles: '["approved", "rejected", "timeout"]',
    parameters: { properties: { for: { title: 'Wait for' } } },
  },
  { type: 'set', title: 'Set values', family: 'data', keywords: ['assign', 'variable'] },
  {
    type: 'http',
    title: 'HTTP request',
    family: 'action',
    line: '{{ data.method ?? "GET" }} {{ data.url }}',
    summary: 'Calls an HTTP API. The output is `{status}`.',
    keywords: ['rest', 'fetch'],
  },
]

/** Kinds of nodes for tests of the graph. */
export const sampleNodeTypes = new NodeTypes(
  described.map((one) => ({
    title: one.type,
    summary: '',
    icon: '',
    keywords: [],
    line: '',
    parameters: {},
    conditions: [],
    literals: [],
    handles: '["main"]',
    is_loop: false,
    has_effect: false,
    credential_types: [],
    output: '',
    notes: [],
    example: {},
    ...one,
  })),
)
