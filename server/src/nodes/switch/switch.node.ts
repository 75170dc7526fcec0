import Type from 'typebox'
import { isEqualJson, isJsonObject, type JsonObject, type JsonValue } from '#domain/index.ts'
import { isTemplate } from '#nodes/parameters/is-template.ts'
import type { NodeKind } from '#ports/index.ts'

const DEFAULT_HANDLE = 'default'

/** The same as `handles`, for editors. */
const HANDLES_EXPRESSION =
  '(Array.isArray(data.cases) ? data.cases : []).map(one => one?.name)' +
  '.filter((name, index, names) => typeof name === "string" && name !== "" && names.indexOf(name) === index)' +
  '.map(name => "case:" + name).concat(["default"])'
const CASE_COUNT =
  'Array.isArray(data.cases) ? data.cases.length + (data.cases.length === 1 ? " case" : " cases") : ""'

const caseSchema = Type.Object({
  name: Type.String({
    title: 'Name',
    description: 'The name of the output: `case:<name>`. Expressions are not evaluated in it.',
    minLength: 1,
    maxLength: 100,
  }),
  equals: Type.Optional(
    Type.Unknown({
      title: 'Equals',
      description: 'Matches when `value` is the same JSON value: the string "5" does not equal the number 5.',
    }),
  ),
  condition: Type.Optional(
    Type.Boolean({
      title: 'Condition',
      description:
        'Instead of `equals`: an expression such as `input.amount > 100`, with or without `{{ }}`.',
    }),
  ),
})

export const switchNode: NodeKind = {
  type: 'switch',
  title: 'Switch',
  summary: 'Continues at the first case that matches, or at `default`. Passes its input through.',
  family: 'flow',
  icon: 'split',
  keywords: ['case', 'route', 'branch', 'choose', 'condition'],
  line: `{{ ${CASE_COUNT} }}`,
  handlesExpression: HANDLES_EXPRESSION,
  parameters: Type.Object({
    value: Type.Optional(
      Type.Unknown({
        title: 'Value',
        description: 'The value to compare with `equals`. Not needed if all cases have a `condition`.',
        examples: ['{{ input.country }}'],
      }),
    ),
    cases: Type.Array(caseSchema, {
      title: 'Cases',
      description: 'Checked in order; the first match wins. Each case has either `equals` or `condition`.',
      maxItems: 100,
      examples: [
        [
          { name: 'domestic', equals: 'DE' },
          { name: 'union', condition: '["AT", "FR", "PL"].includes(input.country)' },
        ],
      ],
    }),
  }),
  conditions: ['cases[].condition'],
  literals: ['cases[].name'],
  output: 'The input, unchanged.',
  example: {
    data: {
      value: '{{ input.country }}',
      cases: [
        { name: 'domestic', equals: 'DE' },
        { name: 'union', condition: '["AT", "FR", "PL"].includes(input.country)' },
      ],
    },
  },
  handles: (data) => [...caseNames(data).map((name) => `case:${name}`), DEFAULT_HANDLE],
  handleWhenDisabled: DEFAULT_HANDLE,
  hasEffect: false,
  isInstant: true,
  check: checkCases,
  run({ parameters, previous }) {
    const cases = parameters['cases'] as readonly JsonObject[]
    const match = cases.find((one) => isMatch(one, parameters['value'] ?? null))
    const handle = match === undefined ? DEFAULT_HANDLE : `case:${match['name'] as string}`
    return { ok: true, output: previous, handle }
  },
}

function isMatch({ equals, condition }: JsonObject, value: JsonValue): boolean {
  return equals === undefined ? condition === true : isEqualJson(equals, value)
}

function caseNames(data: JsonObject): readonly string[] {
  const names = casesOf(data).map(({ name }) => name)
  return [...new Set(names.filter((name) => typeof name === 'string' && name !== ''))] as string[]
}

/** Entries that are not objects count as empty cases; the schema reports them. */
function casesOf(data: JsonObject): readonly JsonObject[] {
  const cases = Array.isArray(data['cases']) ? (data['cases'] as readonly JsonValue[]) : []
  return cases.map((one) => (isJsonObject(one) ? one : {}))
}

function checkCases(data: JsonObject) {
  const problems: { parameter: string; message: string }[] = []
  const report = (parameter: string, message: string) => void problems.push({ parameter, message })
  if (isTemplate(data['cases'])) {
    report(
      'cases',
      'the parameter `cases` cannot be an expression, because the cases define the outputs of the node.',
    )
  }
  const seen = new Set<string>()
  for (const [index, { name, equals, condition }] of casesOf(data).entries()) {
    const path = `cases.${index}`
    if (typeof name !== 'string' || name === '') report(`${path}.name`, `case ${index + 1} needs a name.`)
    else if (seen.has(name))
      report(`${path}.name`, `two cases have the name "${name}". Names must be unique.`)
    else seen.add(name)
    if (equals === undefined && condition === undefined)
      report(path, `case ${index + 1} needs \`equals\` or \`condition\`.`)
    if (equals !== undefined && condition !== undefined)
      report(path, `case ${index + 1} has both \`equals\` and \`condition\`. Remove one of them.`)
    if (equals !== undefined && data['value'] === undefined)
      report('value', `case ${index + 1} uses \`equals\`, but the parameter \`value\` is missing.`)
  }
  return problems
}
