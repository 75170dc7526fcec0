import fc from 'fast-check'
import type { GraphDocument, GraphNode, JsonValue } from '../graph/types.ts'
import { addNode } from '../editor/model/edits/add-node.ts'
import { duplicateNodes } from '../editor/model/edits/clipboard.ts'
import { deleteNodes } from '../editor/model/edits/delete-nodes.ts'
import { connectNodes } from '../editor/model/edits/edges.ts'
import { groupNodes } from '../editor/model/edits/groups.ts'
import type { DocumentDraft } from '../editor/model/edits/names.ts'
import { setDisabled, setParameter, setVariable } from '../editor/model/edits/parameters.ts'
import { alignNodes, moveNodes } from '../editor/model/edits/positions.ts'
import { changeNodeId, renameNode } from '../editor/model/edits/rename-node.ts'

const IDS = ['a', 'b', 'c', 'd', 'e', 'f']
const id = fc.constantFrom(...IDS)
const value: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.integer({ min: 0, max: 3 }),
  fc.constantFrom('x', '{{ nodes["Node b"].output }}', '{{ nodes.c.output + nodes["Node d"].output }}'),
  fc.constant({ deep: ['{{ nodes.a.output }}'] }),
)

export const arbitraryDocument: fc.Arbitrary<GraphDocument> = fc
  .record({
    ids: fc.shuffledSubarray(IDS, { minLength: 2 }),
    data: fc.array(fc.dictionary(fc.constantFrom('p', 'q'), value), { minLength: 6, maxLength: 6 }),
    ends: fc.array(fc.tuple(fc.nat(), fc.nat(), fc.constantFrom(undefined, 'true', 'error')), {
      maxLength: 8,
    }),
    variables: fc.dictionary(fc.constantFrom('v', 'w'), value),
  })
  .map(({ ids, data, ends, variables }) => {
    const nodes = ids.map((nodeId, index): GraphNode => ({
      id: nodeId,
      type: 'set',
      name: `Node ${nodeId}`,
      position: { x: index * 100, y: 0 },
      data: data[index] ?? {},
    }))
    const edges = new Map(
      ends.map(([from, to, handle]) => {
        const [source, target] = [ids[from % ids.length] ?? 'a', ids[to % ids.length] ?? 'b']
        const edge = handle === undefined ? { source, target } : { source, target, sourceHandle: handle }
        return [JSON.stringify(edge), edge]
      }),
    )
    return { nodes, edges: [...edges.values()], variables }
  })

export interface ArbitraryEdit {
  readonly label: string
  apply(draft: DocumentDraft): void
}

/** One of all edits that the editor makes, with arguments that may or may not fit the document. */
export const arbitraryEdit: fc.Arbitrary<ArbitraryEdit> = fc.oneof(
  edit('add', fc.record({ type: fc.constant('log'), name: fc.constantFrom('Node a', 'New') }), addNode),
  edit('add after', id, (draft, nodeId) => addNode(draft, { type: 'set', after: { nodeId } })),
  edit('add on edge', fc.tuple(id, id), (draft, [source, target]) =>
    addNode(draft, { type: 'if', onEdge: `${source}:main→${target}` }),
  ),
  edit('delete', fc.array(id), deleteNodes),
  edit('connect', fc.record({ source: id, target: id }), connectNodes),
  edit('rename', fc.tuple(id, fc.constantFrom('Node c', 'Other', '')), (draft, [nodeId, name]) =>
    renameNode(draft, nodeId, name),
  ),
  edit('change id', fc.tuple(id, fc.constantFrom('z', 'a')), (draft, [nodeId, next]) =>
    changeNodeId(draft, nodeId, next),
  ),
  edit(
    'set',
    fc.tuple(id, fc.constantFrom('p', 'q'), fc.option(value, { nil: undefined })),
    (draft, [nodeId, name, next]) => setParameter(draft, nodeId, [name], next),
  ),
  edit(
    'variable',
    fc.tuple(fc.constantFrom('v', 'w'), fc.option(value, { nil: undefined })),
    (draft, [name, next]) => setVariable(draft, name, next),
  ),
  edit('disable', fc.array(id), (draft, ids) => setDisabled(draft, ids, true)),
  edit('move', fc.array(id), (draft, ids) => moveNodes(draft, ids, { x: 10, y: 5 })),
  edit('align', fc.array(id), (draft, ids) => alignNodes(draft, ids, 'distribute-vertically')),
  edit('duplicate', fc.array(id), (draft, ids) => duplicateNodes(draft, ids)),
  edit('group', fc.array(id), (draft, ids) => groupNodes(draft, ids, 'Group')),
)

function edit<T>(
  label: string,
  argument: fc.Arbitrary<T>,
  change: (draft: DocumentDraft, argument: T) => unknown,
): fc.Arbitrary<ArbitraryEdit> {
  return argument.map((given) => ({
    label,
    apply: (draft) => {
      change(draft, given)
    },
    toString: () => `${label} ${JSON.stringify(given)}`,
  }))
}
