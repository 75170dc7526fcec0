import type { TSchema } from 'typebox'
import {
  type GraphNode,
  type GraphProblem,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#domain/index.ts'
import type { NodeKind } from '#ports/index.ts'
import type { NameSuggester } from './name-suggester.ts'

/** More of them in one node are not listed. */
const MAX_UNKNOWN = 50

const NODE_MEMBERS = [
  'id',
  'type',
  'name',
  'position',
  'data',
  'config',
  'parameters',
  'disabled',
  'retry',
  'timeout_ms',
  'on_error',
  'on_unknown',
  'credential_id',
  'pinned_output',
  'pinned_handle',
]
const RETRY_MEMBERS = ['max_attempts', 'initial_ms', 'factor', 'max_ms', 'jitter']
const EDGE_MEMBERS = ['id', 'source', 'target', 'from', 'to', 'sourceHandle', 'targetHandle']
/** Members that canvas libraries add. They have no meaning here, and resemble some that do. */
const CANVAS_MEMBERS = new Set(
  (
    'width height selected selectable dragging draggable measured style className parentId parentNode zIndex extent hidden ' +
    'positionAbsolute sourcePosition targetPosition connectable deletable focusable resizing expandParent ariaLabel handles ' +
    'origin dragHandle initialWidth initialHeight animated label labelStyle markerStart markerEnd interactionWidth ' +
    'sourceNode targetNode reconnectable updatable pathOptions domAttributes ariaRole'
  ).split(' '),
)
/** Parameters of every type of node, and one that canvas libraries set. */
const COMMON_PARAMETERS = new Set(['join', 'label'])
/** Members of a node that people write into its parameters. */
const BESIDE_DATA = new Set(['retry', 'timeout_ms', 'on_error', 'on_unknown', 'credential_id', 'disabled'])

/** Finds parameters that the type of the node does not have, at any depth. They are ignored. */
export function checkParameterNames(
  { id, data }: GraphNode,
  kind: NodeKind,
  names: NameSuggester,
): readonly GraphProblem[] {
  const unknown = unknownMembers(kind.parameters, data, []).slice(0, MAX_UNKNOWN)
  return unknown.map(({ path, known }) => {
    const parameter = path.join('.')
    const name = path.at(-1) ?? ''
    const fix = path.length === 1 ? suggestParameter(name, known, names) : suggest(name, known, names)
    return {
      severity: 'warning',
      nodeId: id,
      parameter,
      message: `Unknown parameter "${parameter}" in node "${id}": it is ignored. ${fix}`,
    }
  })
}

function suggestParameter(name: string, known: readonly string[], names: NameSuggester): string {
  if (BESIDE_DATA.has(name)) return 'It belongs beside `data`, not inside.'
  const parameters = known.length > 0 ? [...known, 'join'] : known
  const beside = names.find(name, parameters) === undefined ? names.find(name, [...BESIDE_DATA]) : undefined
  return beside === undefined
    ? suggest(name, parameters, names)
    : `Did you mean "${beside}"? It belongs beside \`data\`, not inside.`
}

function propertiesOf(kind: NodeKind | undefined): object {
  const { properties = {} }: ObjectSchema = kind?.parameters ?? {}
  return properties
}

/** Finds members of a node and of its `retry` that are probably misspelled or misplaced. Others are left to the user. */
export function checkNodeMembers(
  raw: JsonObject,
  kind: NodeKind | undefined,
  names: NameSuggester,
): readonly GraphProblem[] {
  const id = typeof raw['id'] === 'string' ? raw['id'] : ''
  const problems: GraphProblem[] = []
  const warn = (parameter: string, message: string) =>
    problems.push({ severity: 'warning', nodeId: id, parameter, message })
  const parameters = Object.keys(propertiesOf(kind))
  for (const name of Object.keys(raw)) {
    if (NODE_MEMBERS.includes(name) || CANVAS_MEMBERS.has(name)) continue
    const similar = names.find(name, NODE_MEMBERS)
    if (parameters.includes(name) || (name === 'join' && kind !== undefined)) {
      warn(
        name,
        `\`${name}\` of node "${id}" is a parameter, but it is not in \`data\`: it is ignored. Move it into \`data\`.`,
      )
    } else if (similar !== undefined) {
      warn(name, `Unknown member "${name}" of node "${id}": it is ignored. Did you mean "${similar}"?`)
    }
  }
  const { retry, disabled, data, config, parameters: spelledOut } = raw
  if (isJsonObject(retry)) {
    for (const name of Object.keys(retry)) {
      if (RETRY_MEMBERS.includes(name)) continue
      const path = `retry.${name}`
      warn(
        path,
        `Unknown member "${path}" of node "${id}": it is ignored. ${suggest(name, RETRY_MEMBERS, names)}`,
      )
    }
  }
  if (disabled !== undefined && disabled !== null && typeof disabled !== 'boolean') {
    warn('disabled', `\`disabled\` of node "${id}" must be true or false. The node counts as enabled.`)
  }
  const [used, ...ignored] = Object.entries({ data, config, parameters: spelledOut }).filter(
    ([, value]) => value !== undefined && value !== null,
  )
  for (const [name] of ignored) {
    warn(
      name,
      `Node "${id}" has both \`${used?.[0] ?? ''}\` and \`${name}\`: \`${name}\` is ignored. Move its parameters into \`data\`.`,
    )
  }
  return problems
}

/** Finds members of edges that are probably misspelled. Without its handle, an edge would leave from `main`. */
export function checkEdgeMembers(
  edges: readonly JsonObject[],
  names: NameSuggester,
): readonly GraphProblem[] {
  return edges.flatMap((edge, index) => {
    const source = edge['source'] ?? edge['from']
    const nodeId = typeof source === 'string' && source !== '' ? source : null
    const warn = (message: string): GraphProblem => ({ severity: 'warning', nodeId, message })
    const problems = Object.keys(edge).flatMap((name) => {
      if (EDGE_MEMBERS.includes(name) || CANVAS_MEMBERS.has(name)) return []
      const similar = names.find(name, EDGE_MEMBERS)
      return similar === undefined
        ? []
        : [
            warn(
              `Unknown member "${name}" of edge number ${index + 1}: it is ignored. Did you mean "${similar}"?`,
            ),
          ]
    })
    const { sourceHandle: handle } = edge
    if (handle !== undefined && handle !== null && typeof handle !== 'string') {
      problems.push(
        warn(
          `\`sourceHandle\` of edge number ${index + 1} must be a text, so the edge leaves from "main". Use the name of a handle.`,
        ),
      )
    }
    return problems
  })
}

function suggest(name: string, known: readonly string[], names: NameSuggester): string {
  const similar = names.find(name, known)
  if (similar !== undefined) return `Did you mean "${similar}"?`
  if (known.length === 0) return 'The node takes no parameters: remove it.'
  return `Known here: ${known.map((one) => `"${one}"`).join(', ')}.`
}

interface UnknownMember {
  readonly path: readonly string[]
  readonly known: readonly string[]
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly patternProperties?: object
  readonly additionalProperties?: unknown
  readonly items?: TSchema
}

function unknownMembers(
  schema: TSchema,
  value: JsonValue,
  path: readonly string[],
): readonly UnknownMember[] {
  const { properties, patternProperties, additionalProperties, items } = schema as ObjectSchema
  if (Array.isArray(value)) {
    if (items === undefined) return []
    return (value as readonly JsonValue[]).flatMap((entry, index) =>
      unknownMembers(items, entry, [...path, String(index)]),
    )
  }
  const isOpen = patternProperties !== undefined || (additionalProperties ?? false) !== false
  if (properties === undefined || isOpen || !isJsonObject(value)) return []
  const known = Object.keys(properties)
  return Object.entries(value).flatMap(([name, member]) => {
    const inner = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (inner !== undefined) return unknownMembers(inner, member, [...path, name])
    return path.length === 0 && COMMON_PARAMETERS.has(name) ? [] : [{ path: [...path, name], known }]
  })
}
