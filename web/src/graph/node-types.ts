import type { NodeFamily } from '@millrace/contract/node-type.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { integrationsQuery } from '../api/integrations.ts'
import { type NodeType, nodeTypesQuery } from '../api/node-types.ts'
import * as t from '../texts/graph.ts'
import { evaluateHandles, evaluateLine } from './evaluate-description.ts'
import { GROUP_TYPE, type GraphNode, isAnnotation, type JsonValue } from './types.ts'

/** The kinds of nodes of this server; undefined while they load. */
export function useNodeTypes(): NodeTypes | undefined {
  const { data } = useQuery(nodeTypesQuery)
  const { data: integrations } = useQuery(integrationsQuery)
  return useMemo(
    () =>
      data === undefined
        ? undefined
        : new NodeTypes(data, new Map(integrations?.map(({ id, name }) => [id, name]))),
    [data, integrations],
  )
}

/** A line that is worked out when somebody reads it: of a large graph, few cards are in view. */
export class NodeLine {
  readonly #describe: () => string
  #text: string | undefined

  constructor(describe: () => string) {
    this.#describe = describe
  }

  get isKnown(): boolean {
    return this.#text !== undefined
  }

  get text(): string {
    return (this.#text ??= this.#describe())
  }

  /** Two lines are the same if they read the same. */
  toJSON(): string {
    return this.text
  }
}

/** What is known of the nodes of each catalogue. It outlives a `NodeTypes`, which is made anew with other services. */
const known = new WeakMap<readonly NodeType[], Descriptions>()

interface Descriptions {
  readonly lines: WeakMap<GraphNode, NodeLine>
  readonly handles: WeakMap<GraphNode, readonly string[]>
  /** Of kinds whose outputs are the same for every node. */
  readonly fixedHandles: Map<string, readonly string[]>
}

/** Answers what an editor asks about a node. A node of an unknown type gets neutral answers, never an error. */
export class NodeTypes {
  readonly all: readonly NodeType[]
  readonly #byType: ReadonlyMap<string, NodeType>
  readonly #descriptions: Descriptions
  readonly #services: ReadonlyMap<string, string>

  /** `services`: the services of the integrations of the account, by id. */
  constructor(all: readonly NodeType[], services: ReadonlyMap<string, string> = new Map()) {
    this.all = all
    this.#services = services
    this.#byType = new Map(all.map((type) => [type.type, type]))
    this.#descriptions = known.get(all) ?? {
      lines: new WeakMap(),
      handles: new WeakMap(),
      fixedHandles: new Map(),
    }
    known.set(all, this.#descriptions)
  }

  find(type: string): NodeType | undefined {
    return this.#byType.get(type)
  }

  familyOf(type: string): NodeFamily {
    return this.find(type)?.family ?? (isAnnotation({ type }) ? 'annotation' : 'action')
  }

  titleOf(type: string): string {
    return this.find(type)?.title ?? annotationTitle(type) ?? type
  }

  /** What the node is called: its own name, or the title of its type. */
  nameOf(node: GraphNode): string {
    const name = typeof node.name === 'string' ? node.name.trim() : ''
    return name === '' ? this.titleOf(node.type) : name
  }

  /** One line that says what the node does, derived from its parameters. */
  lineOf(node: GraphNode): string {
    return this.lineLaterOf(node).text
  }

  lineLaterOf(node: GraphNode): NodeLine {
    const { lines } = this.#descriptions
    const line = lines.get(node) ?? new NodeLine(() => this.#describe(node))
    lines.set(node, line)
    return line
  }

  /** The names of its outputs, `error` included if failures continue there. */
  handlesOf(node: GraphNode): readonly string[] {
    const { handles } = this.#descriptions
    const found = handles.get(node) ?? this.#listHandles(node)
    handles.set(node, found)
    return found
  }

  /** The service that an integration node calls, for its monogram. */
  serviceOf(node: GraphNode): string | undefined {
    if (node.type !== 'integration') return undefined
    const { type, integration_id: id } = node.data ?? {}
    if (typeof type === 'string' && type !== '') return type
    return typeof id === 'string' ? this.#services.get(id) : undefined
  }

  isTrigger(type: string): boolean {
    return this.familyOf(type) === 'trigger'
  }

  isLoop(type: string): boolean {
    return this.find(type)?.is_loop ?? false
  }

  #describe(node: GraphNode): string {
    const type = this.find(node.type)
    if (type === undefined) return isAnnotation(node) ? '' : t.unknownType(node.type)
    const line = type.line === '' ? undefined : evaluateLine(type.line, dataOf(node))
    const text = typeof line === 'string' ? shortenExpressions(line.replaceAll(/\s+/g, ' ').trim()) : ''
    if (text !== '') return text
    return this.nameOf(node) === type.title ? '' : type.title
  }

  #listHandles(node: GraphNode): readonly string[] {
    if (isAnnotation(node)) return []
    const names = this.#handlesByType(node)
    return node.on_error === 'branch' && !names.includes('error') ? [...names, 'error'] : names
  }

  #handlesByType(node: GraphNode): readonly string[] {
    const { fixedHandles } = this.#descriptions
    const type = this.find(node.type)
    const found = fixedHandles.get(node.type)
    if (found !== undefined) return found
    const listed = type === undefined ? ['main'] : evaluateHandles(type.handles, dataOf(node))
    const names = Array.isArray(listed) ? listed.filter((name) => typeof name === 'string') : ['main']
    // Most kinds do not ask for the parameters.
    if (type !== undefined && !/\bdata\b/.test(type.handles)) fixedHandles.set(node.type, names)
    return names
  }
}

/** `{{ nodes["Fetch"].output.body.email }}` takes more space than a line has: `{body.email}` is left. */
function shortenExpressions(line: string): string {
  return line.replaceAll(/\{\{\s*([^{}]*?)\s*\}\}/g, (_, code: string) => {
    const isPath = /^[\w$]+(?:\.[\w$]+|\[[^\]]*\])*$/.test(code)
    return `{${isPath ? (/[\w$]+(?:\.[\w$]+)?$/.exec(code)?.[0] ?? code) : code}}`
  })
}

/** Parameters are in `data`; older definitions may use other spellings. */
function dataOf(node: GraphNode): JsonValue {
  const data = node.data ?? node['config'] ?? node['parameters']
  return typeof data === 'object' && data !== null ? (data as JsonValue) : {}
}

function annotationTitle(type: string): string | undefined {
  if (type === 'note') return t.note
  return type === GROUP_TYPE ? t.group : undefined
}
