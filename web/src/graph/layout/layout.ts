import type { Point } from '../scene/geometry.ts'
import type { LayoutRequest, LayoutResult } from './arrange.ts'
import type { NodeTypes } from '../node-types.ts'
import { cardHeight, CARD_WIDTH } from '../scene/geometry.ts'
import { spaceForOutputs } from '../scene/outputs.ts'
import { type GraphDocument, type GraphEdge, GROUP_TYPE, handleOf } from '../types.ts'

/** Arranges a graph in a worker, so that a large one does not block the page. */
export async function arrangeDocument(
  document: GraphDocument,
  nodeTypes: NodeTypes,
  only?: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Point>> {
  const nodes = document.nodes.filter(
    (node) => node.type !== 'note' && node.type !== GROUP_TYPE && (only === undefined || only.has(node.id)),
  )
  const result = await runInWorker({
    nodes: nodes.map((node) => ({
      id: node.id,
      width: CARD_WIDTH,
      height: cardHeight(nodeTypes.handlesOf(node).length),
    })),
    edges: inOutputOrder(document, nodeTypes),
    along: Math.max(0, ...nodes.map((node) => spaceForOutputs(nodeTypes.handlesOf(node)))),
  })
  return new Map(result.map(([id, x, y]) => [id, { x, y }]))
}

function inOutputOrder(document: GraphDocument, nodeTypes: NodeTypes): LayoutRequest['edges'] {
  const outputs = new Map(document.nodes.map((node) => [node.id, nodeTypes.handlesOf(node)]))
  const orderOf = (edge: GraphEdge) => outputs.get(edge.source)?.indexOf(handleOf(edge)) ?? 0
  return document.edges
    .toSorted((one, other) => orderOf(one) - orderOf(other))
    .map(({ source, target }) => ({ source, target }))
}

let worker: Worker | undefined
let count = 0

function runInWorker(request: LayoutRequest): Promise<LayoutResult> {
  worker ??= new Worker(new URL('layout-worker.ts', import.meta.url), { type: 'module' })
  const current = worker
  const id = (count += 1)
  return new Promise((resolve, reject) => {
    const done = () => {
      current.removeEventListener('message', onMessage)
      current.removeEventListener('error', onError)
    }
    const onMessage = ({ data }: MessageEvent<{ id: number; positions: LayoutResult }>) => {
      if (data.id !== id) return
      done()
      resolve(data.positions)
    }
    const onError = (event: ErrorEvent) => {
      done()
      reject(new Error(event.message))
    }
    current.addEventListener('message', onMessage)
    current.addEventListener('error', onError)
    // Between a page and its worker there is no target origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    current.postMessage({ id, request })
  })
}
