import { call } from '../../api/call.ts'
import * as operations from '../../api/generated/operations.ts'
import type { Workflow } from '../../api/workflows.ts'

/** A workflow without what belongs to one installation: what a file contains. */
export interface WorkflowDefinition {
  name: string
  description: string
  nodes: Workflow['nodes']
  edges: Workflow['edges']
  variables: Workflow['variables']
  tags: string[]
  folder: string
}

/** The definition of the working copy. */
export async function readDefinition(id: string, signal?: AbortSignal): Promise<WorkflowDefinition> {
  const [workflow, draft] = await Promise.all([
    call(operations.getWorkflow, { params: { id }, query: { include: 'tags,folder' }, signal }),
    call(operations.getDraft, { params: { id }, signal }),
  ])
  const { name, description, tags = [], folder = '' } = workflow.data
  const { nodes, edges, variables } = draft.data
  return { name, description, nodes, edges, variables, tags, folder }
}

export type ParsedDefinitions =
  | { definitions: WorkflowDefinition[] }
  | { problem: 'not-json' | 'no-workflow' }

/** Reads one definition or several: a file of this app, a bundle of an export, or a response of the API. */
export function parseDefinitions(text: string, fallbackName: string): ParsedDefinitions {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return { problem: 'not-json' }
  }
  const content = Array.isArray(parsed) ? parsed : unwrap(parsed)
  const entries = Array.isArray(content) ? content : isBundle(content) ? content.workflows : [content]
  const definitions = entries.map((entry) => toDefinition(entry, fallbackName))
  const found = definitions.filter((definition) => definition !== undefined)
  return found.length === 0 || found.length < definitions.length
    ? { problem: 'no-workflow' }
    : { definitions: found }
}

function isBundle(value: unknown): value is { workflows: unknown[] } {
  return isRecord(value) && Array.isArray(value['workflows'])
}

/** A response of the API has the workflow in `data`. */
function unwrap(value: unknown): unknown {
  return isRecord(value) && !('nodes' in value) && !('workflows' in value) && 'data' in value
    ? value['data']
    : value
}

function toDefinition(value: unknown, fallbackName: string): WorkflowDefinition | undefined {
  if (!isRecord(value) || !Array.isArray(value['nodes'])) return undefined
  const { name, description, nodes, edges, variables, tags, folder } = value
  return {
    name: typeof name === 'string' && name.trim() !== '' ? name.trim() : fallbackName,
    description: typeof description === 'string' ? description : '',
    nodes: nodes as Workflow['nodes'],
    edges: (Array.isArray(edges) ? edges : []) as Workflow['edges'],
    variables: isRecord(variables) ? variables : {},
    tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [],
    folder: typeof folder === 'string' ? folder : '',
  }
}

/** Lets the browser save definitions as a file: one as an object, several as a list. */
export function downloadDefinitions(definitions: readonly WorkflowDefinition[]): void {
  const [first] = definitions
  if (first === undefined) return
  const content = JSON.stringify(definitions.length === 1 ? first : definitions, undefined, 2)
  const url = URL.createObjectURL(new Blob([content], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${definitions.length === 1 ? fileNameOf(first.name) : 'workflows'}.json`
  link.click()
  URL.revokeObjectURL(url)
}

function fileNameOf(name: string): string {
  const safe = name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
  return safe === '' ? 'workflow' : safe.slice(0, 80)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
