import { isObject } from './same-json.ts'

/** Whether a workflow with nodes comes from n8n, whose nodes have versions and whose edges are `connections`. */
function isN8n({ nodes }: Readonly<Record<string, unknown>>): boolean {
  return (
    Array.isArray(nodes) &&
    nodes.filter(isObject).some((node) => {
      const { type } = node
      return 'typeVersion' in node || (typeof type === 'string' && /^(@n8n\/|n8n-nodes-)/.test(type))
    })
  )
}

/** The marks of exports of other products. Each one is enough. */
const MARKS: Readonly<Record<string, (value: Readonly<Record<string, unknown>>) => boolean>> = {
  n8n: isN8n,
  'Node-RED': ({ wires, nodes }) => Array.isArray(wires) && nodes === undefined,
  Make: ({ flow, nodes }) =>
    nodes === undefined &&
    Array.isArray(flow) &&
    flow.some((module) => isObject(module) && 'module' in module),
  Windmill: ({ value, nodes }) => nodes === undefined && isObject(value) && Array.isArray(value['modules']),
  Zapier: ({ zaps }) => Array.isArray(zaps),
}

/**
 * The product that a workflow seems to come from: null if it is none of those known here, undefined if it may be one of
 * Millrace.
 */
export function findOtherProduct(value: unknown): string | null | undefined {
  if (Array.isArray(value)) {
    const found = value.map(findOtherProduct)
    return found.find((product) => typeof product === 'string') ?? (found.includes(null) ? null : undefined)
  }
  if (!isObject(value)) return undefined
  for (const [product, isMarked] of Object.entries(MARKS)) if (isMarked(value)) return product
  const isConnectedElsewise = 'nodes' in value && 'connections' in value && !('edges' in value)
  return isConnectedElsewise ? null : undefined
}
