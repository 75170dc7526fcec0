import Type from 'typebox'
import { isEqualJson } from '#domain/is-equal-json.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '#domain/json.ts'
import { isTemplate } from '#nodes/parameters/is-template.ts'
import type { NodeKind } from '#ports/node-kind.ts'

const DEFAULT_HANDLE = 'default'

const caseSchema = Type.Object({
  name: Type.String({
    title: 'Name',
    description: 'Names the output `case:<name>`. Taken as it is, never as an expression.',
    minLength: 1,
    maxLength: 100,
  }),
  equals: Type.Optional(
    Type.Unknown({
      title: 'Equals',
      description: 'Matches when `value` is the same JSON: the text "5" is not the number 5.',
    }),
  ),
  condition: Type.Optional(
    Type.Boolean({
      title: 'Condition',
      description: 'Instead of `equals`: an expression such as `input.amount > 100`, with or without {{ }}.',
    }),
  ),
})

export const switchNode: NodeKind = {
  type: 'switch',
  title: 'Switch',
  summary: 'Goes on at the first case that matches, or at `default`, with what came in.',
  group: 'core',
  parameters: Type.Object({
    value: Type.Optional(
      Type.Unknown({
        title: 'Value',
        description: 'What `equals` is compared with. Not needed where all cases have conditions.',
        examples: ['{{ input.country }}'],
      }),
    ),
    cases: Type.Array(caseSchema, {
      title: 'Cases',
      description: 'Looked at in order; the first that matches wins. Each has `equals` or a `condition`.',
      maxItems: 100,
      examples: [
        [
          { name: 'home', equals: 'DE' },
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
        { name: 'home', equals: 'DE' },
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

/** What is no object is named by the schema, and no case here. */
function casesOf(data: JsonObject): readonly JsonObject[] {
  const cases = Array.isArray(data['cases']) ? (data['cases'] as readonly JsonValue[]) : []
  return cases.map((one) => (isJsonObject(one) ? one : {}))
}

function checkCases(data: JsonObject) {
  const problems: { parameter: string; message: string }[] = []
  const complain = (parameter: string, message: string) => void problems.push({ parameter, message })
  if (isTemplate(data['cases'])) {
    complain('cases', 'the list of cases cannot be an expression: its outputs must be known.')
  }
  const seen = new Set<string>()
  for (const [index, { name, equals, condition }] of casesOf(data).entries()) {
    const path = `cases.${index}`
    if (typeof name !== 'string' || name === '') complain(`${path}.name`, `case ${index + 1} needs a name.`)
    else if (seen.has(name)) complain(`${path}.name`, `two cases have the name "${name}".`)
    else seen.add(name)
    if (equals === undefined && condition === undefined)
      complain(path, `case ${index + 1} needs \`equals\` or a \`condition\`.`)
    if (equals !== undefined && condition !== undefined)
      complain(path, `case ${index + 1} has \`equals\` and a \`condition\`: one of them is too much.`)
    if (equals !== undefined && data['value'] === undefined)
      complain('value', `case ${index + 1} compares with \`value\`, which is missing.`)
  }
  return problems
}
