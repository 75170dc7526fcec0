import type { ImportedBundle } from '../../../api/bundles.ts'
import type { Workflow } from '../../../api/workflows.ts'
import { findOtherProduct } from '../../../editor/model/other-products.ts'
import type { WorkflowDefinition } from '../definition.ts'

/** `bundle`: what an export of the API or of the command line returns. The server checks what is in it. */
export type ParsedImport =
  | { definitions: WorkflowDefinition[] }
  | { bundle: ImportedBundle }
  | { problem: 'not-json' | 'no-workflow' | 'empty-bundle' }
  /** `product` is null if it is not known which one. */
  | { problem: 'other-product'; product: string | null }

/** Reads a bundle, one definition or several: a file of this app, of an export, or a response of the API. */
export function parseImport(text: string, fallbackName: string): ParsedImport {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return { problem: 'not-json' }
  }
  const content = Array.isArray(parsed) ? parsed : unwrap(parsed)
  const bundle = isBundle(content) ? toBundle(content) : undefined
  const product = findOtherProduct(bundle === undefined ? content : bundle.workflows)
  if (product !== undefined) return { problem: 'other-product', product }
  if (bundle !== undefined) return isEmpty(bundle) ? { problem: 'empty-bundle' } : { bundle }
  const entries = Array.isArray(content) ? content : [content]
  const definitions = entries.map((entry) => toDefinition(entry, fallbackName))
  const found = definitions.filter((definition) => definition !== undefined)
  return found.length === 0 || found.length < definitions.length
    ? { problem: 'no-workflow' }
    : { definitions: found }
}

function isBundle(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && !('nodes' in value) && ('format' in value || Array.isArray(value['workflows']))
}

/** What is no list is left to the server, which says what is wrong with it. */
function isEmpty({ workflows = [], forms = [], variables = [] }: ImportedBundle): boolean {
  return [workflows, forms, variables].every((part) => Array.isArray(part) && part.length === 0)
}

/** Without what the file may have beside it. */
function toBundle(value: Record<string, unknown>): ImportedBundle {
  const members = ['format', 'workflows', 'forms', 'variables', 'references']
  return Object.fromEntries(members.filter((name) => name in value).map((name) => [name, value[name]]))
}

/** A response of the API has the workflow or bundle in `data`. */
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
