import Type from 'typebox'
import { isTemplate } from '#nodes/parameters/is-template.ts'
import type { NodeKind } from '#ports/index.ts'
import { OPERATIONS, type Operation } from './state-operations.ts'
import { expiryParameter, readKey, readScope, scopeParameter } from './state-parameters.ts'

const WITH_VALUE: readonly Operation[] = ['set', 'append']
const CHANGING: readonly Operation[] = ['set', 'increment', 'append']

/** Has no external effect: the engine stores the change together with the step, so it happens exactly once. */
export const stateNode: NodeKind = {
  type: 'state',
  title: 'State',
  summary: 'Remembers a value between runs: reads, sets, counts, collects or deletes it.',
  family: 'data',
  icon: 'database',
  keywords: [
    'remember',
    'store',
    'memory',
    'counter',
    'count',
    'variable',
    'persist',
    'cache',
    'cursor',
    'key',
  ],
  line: '{{ [data.operation, data.key].filter(part => typeof part === "string" && part !== "").join(" ").slice(0, 120) }}',
  parameters: Type.Object({
    operation: Type.Enum(Object.keys(OPERATIONS) as Operation[], {
      title: 'Operation',
      description:
        '`get` reads the value. `set` replaces it. `increment` adds to a number. `append` adds to the end of a list. `delete` forgets it.',
    }),
    key: Type.Unknown({
      title: 'Key',
      description:
        'The name of the value: a text of at most 200 characters, often with an expression. Numbers become texts.',
      examples: ['orders:{{ input.customer_id }}'],
    }),
    value: Type.Optional(
      Type.Unknown({
        title: 'Value',
        description: 'The new value, or the item to append. Any JSON up to 256 KiB.',
        examples: ['{{ previous.body.cursor }}'],
        'x-when': { operation: WITH_VALUE },
      }),
    ),
    by: Type.Optional(
      Type.Number({
        title: 'By',
        description: 'How much to add. Negative numbers count down. A missing value counts as 0.',
        default: 1,
        'x-when': { operation: ['increment'] },
      }),
    ),
    keep: Type.Optional(
      Type.Integer({
        title: 'Keep',
        description: 'Keeps only this many items at the end of the list.',
        minimum: 1,
        maximum: 100_000,
        'x-when': { operation: ['append'] },
      }),
    ),
    default: Type.Optional(
      Type.Unknown({
        title: 'Default',
        description: 'The output `value` while nothing is stored.',
        'x-when': { operation: ['get'] },
      }),
    ),
    scope: scopeParameter,
    expires_seconds: expiryParameter(
      'Forgets the value after this time. With `set`, it starts again each time. With `increment` and `append`, it starts when the value is new, so that it counts what happens within a period.',
      { 'x-when': { operation: CHANGING } },
    ),
    expected: Type.Optional(
      Type.Unknown({
        title: 'Only if the value is',
        description:
          'Changes the value only if it equals this one; null: only if nothing is stored. Otherwise the output has `changed: false`.',
        'x-when': { operation: ['set', 'increment', 'append', 'delete'] },
      }),
    ),
  }),
  output:
    '`{"key", "value", "exists", "changed"}`: the value after the operation, whether it is stored, and whether this step changed it. `set`, `increment` and `delete` add `previous`, the value before.',
  example: { data: { operation: 'increment', key: 'orders:{{ input.customer_id }}' } },
  notes: [
    'The change is stored in the same transaction as the result of the step: after a crash nothing is counted twice and nothing is lost. Steps that use the same key at the same time do so one after the other.',
    'In a test run nothing is changed: the run sees the stored values and its own changes, and nobody else does.',
    'A value that is no number fails `increment` with the code `STATE_NOT_A_NUMBER`, one that is no list fails `append` with `STATE_NOT_A_LIST`, and one above 256 KiB with `STATE_TOO_LARGE`.',
  ],
  handles: ['main'],
  hasEffect: false,
  check({ operation, value }) {
    if (typeof operation !== 'string' || isTemplate(operation)) return []
    if (!WITH_VALUE.includes(operation as Operation) || value !== undefined) return []
    return [{ parameter: 'value', message: `the operation \`${operation}\` needs a \`value\`.` }]
  },
  run({ parameters, now }) {
    const key = readKey(parameters['key'])
    if (typeof key !== 'string') return key
    const operation = OPERATIONS[parameters['operation'] as Operation]
    return {
      useState: {
        scope: readScope(parameters),
        key,
        items: [],
        settle: ({ entry }) => operation({ key, entry, now, parameters }),
      },
    }
  },
}
