import Type from 'typebox'
import { PatternCheck } from '@millrace/expressions'
import {
  checkInput,
  checkInputSchema,
  type InputProblem,
  isJsonObject,
  type JsonObject,
} from '#domain/index.ts'
import { concurrencyParameter } from '#nodes/parameters/concurrency-parameter.ts'
import type { NodeKind } from '#ports/index.ts'

/** Problems in the message of a failed step. */
const MAX_LISTED = 20

export const startNode: NodeKind = {
  type: 'start',
  title: 'Start',
  summary:
    'The entry point of runs that you start manually or through the API. Its output is the input of the run.',
  family: 'trigger',
  icon: 'play',
  keywords: ['manual', 'trigger', 'api', 'entry', 'begin', 'input', 'schema'],
  line: '{{ data.concurrency?.limit == null ? "" : `at most ${data.concurrency.limit} at a time` }}',
  parameters: Type.Object({
    input_schema: Type.Optional(
      Type.Unknown({
        title: 'Input schema',
        description:
          'A JSON Schema that the input has to fit. `POST /workflows/:id/execute` refuses other inputs with 400 and names every problem, and the editor asks for the input with a form.',
      }),
    ),
    concurrency: concurrencyParameter,
  }),
  literals: ['concurrency', 'input_schema'],
  output: 'The input of the run.',
  example: {
    data: {
      input_schema: {
        type: 'object',
        required: ['customer_id'],
        properties: {
          customer_id: { type: 'string', title: 'Customer', minLength: 1 },
          amount: { type: 'number', title: 'Amount in EUR', minimum: 0 },
        },
      },
      concurrency: { limit: 5, key: '{{ input.customer_id }}' },
    },
  },
  notes: [
    '`input_schema` supports these keywords: `type`, `properties`, `required`, `additionalProperties`, `items`, `enum`, `const`, `minLength`, `maxLength`, `pattern`, `format` (`email`, `uri`, `uuid`, `date`, `time`, `date-time`), `minimum`, `maximum`, `exclusiveMinimum`, `exclusiveMaximum`, `multipleOf`, `minItems`, `maxItems`, `uniqueItems`, `minProperties`, `maxProperties`, `anyOf`, `oneOf`, `allOf`, `not`, and `$ref` to `#/$defs/…`. Others are refused, because nothing would check them; names that begin with `x-` are ignored. Patterns are regular expressions in RE2 syntax, which have no backreferences and no lookaround.',
    'A run that starts in another way, such as a sub-workflow or a retry, fails in this step with `INPUT_INVALID`. Runs of other triggers do not use the schema. `default` fills the form of the editor and nothing else.',
    'Limits: a schema of 64 KiB with 1,000 parts, 20 levels deep; about 100,000 values of an input are checked.',
  ],
  handles: ['main'],
  hasEffect: false,
  isInstant: true,
  check({ input_schema: schema }) {
    if (schema === undefined || schema === null) return []
    return checkInputSchema(schema, new PatternCheck()).map(({ path, message }) => {
      const parameter = path === '' ? 'input_schema' : `input_schema.${path}`
      return { parameter, message: `\`${parameter}\` ${message}.` }
    })
  },
  checkInput: ({ input_schema: schema }, input) => findInputProblems(schema, input),
  run({ previous, parameters }) {
    const problems = findInputProblems(parameters['input_schema'], previous)
    if (problems.length === 0) return { ok: true, output: previous }
    const listed = problems
      .slice(0, MAX_LISTED)
      .map(({ path, message }) => `${path === '' ? 'it' : path} ${message}`)
    const more = problems.length > listed.length ? `; and ${problems.length - listed.length} more` : ''
    return {
      ok: false,
      code: 'INPUT_INVALID',
      message: `The input does not fit the input schema: ${listed.join('; ')}${more}.`,
      permanent: true,
    }
  },
}

function findInputProblems(schema: unknown, input: unknown): readonly InputProblem[] {
  const isChecked = isJsonObject(schema as JsonObject) && isJsonObject(input as JsonObject)
  return isChecked ? checkInput(schema as JsonObject, input as JsonObject, new PatternCheck()) : []
}
