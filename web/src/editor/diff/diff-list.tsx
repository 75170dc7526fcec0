import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { NodeTile } from '../../graph/cards/node-icon.tsx'
import type { NodeTypes } from '../../graph/node-types.ts'
import { type GraphEdge, type GraphNode, handleOf } from '../../graph/types.ts'
import * as t from '../../texts/editor/diff.ts'
import type { DocumentDiff, MemberChange, NodeDiff } from '../model/diff-documents.ts'
import { describePath } from './describe-path.ts'
import { ValueDiff } from './value-diff.tsx'

interface DiffListProps {
  diff: DocumentDiff
  /** For the names of nodes that connections refer to. */
  nodes: readonly GraphNode[]
  nodeTypes: NodeTypes
  selected?: string | undefined
  onSelect?: (nodeId: string) => void
}

const kindClass: Record<NodeDiff['kind'], string> = {
  added: 'bg-success-soft text-success-ink',
  removed: 'bg-danger-soft text-danger-ink',
  changed: 'bg-warning-soft text-warning-ink',
  moved: 'bg-sunken text-muted',
}

/** All differences as a list: nodes with their parameters, connections, variables. */
export function DiffList({ diff, nodes, nodeTypes, selected, onSelect }: DiffListProps) {
  const moved = diff.nodes.filter(({ kind }) => kind === 'moved').length
  const shown = diff.nodes.filter(({ kind }) => kind !== 'moved')
  const hasEdges = diff.edgesAdded.length + diff.edgesRemoved.length > 0
  return (
    <div className="space-y-3 text-[0.8125rem]">
      {shown.length === 0 && !hasEdges && diff.variables.length === 0 && (
        <p className="text-muted">{t.noDifferences}</p>
      )}
      {shown.map((node) => (
        <NodeItem
          key={`${node.kind} ${node.id}`}
          diff={node}
          nodeTypes={nodeTypes}
          isSelected={selected === node.id}
          onSelect={onSelect}
        />
      ))}
      {hasEdges && (
        <Section title={t.connections}>
          <ul className="space-y-1">
            {diff.edgesAdded.map((edge) => (
              <EdgeItem
                key={`+ ${JSON.stringify(edge)}`}
                edge={edge}
                kind="added"
                nodes={nodes}
                nodeTypes={nodeTypes}
              />
            ))}
            {diff.edgesRemoved.map((edge) => (
              <EdgeItem
                key={`- ${JSON.stringify(edge)}`}
                edge={edge}
                kind="removed"
                nodes={nodes}
                nodeTypes={nodeTypes}
              />
            ))}
          </ul>
        </Section>
      )}
      {diff.variables.length > 0 && (
        <Section title={t.variables}>
          <Changes changes={diff.variables} labelOf={(path) => path.join(' · ')} />
        </Section>
      )}
      {moved > 0 && <p className="text-xs text-muted">{t.movedNodes(moved)}</p>}
    </div>
  )
}

interface NodeItemProps {
  diff: NodeDiff
  nodeTypes: NodeTypes
  isSelected: boolean
  onSelect: ((nodeId: string) => void) | undefined
}

function NodeItem({ diff, nodeTypes, isSelected, onSelect }: NodeItemProps) {
  const node = diff.after ?? diff.before
  if (node === undefined) return null
  const title = (
    <>
      <NodeTile
        type={node.type}
        family={nodeTypes.familyOf(node.type)}
        icon={nodeTypes.find(node.type)?.icon}
        service={nodeTypes.serviceOf(node)}
        size="sm"
      />
      <span className="min-w-0 flex-1">
        <span className={clsx('block truncate font-medium', diff.kind === 'removed' && 'line-through')}>
          {nodeTypes.nameOf(node)}
        </span>
        <span className="block truncate text-xs text-muted">{nodeTypes.lineOf(node)}</span>
      </span>
      <KindBadge kind={diff.kind} />
    </>
  )
  const header = 'flex w-full items-center gap-2.5 px-3 py-2 text-left'
  return (
    <section
      className={clsx('rounded-control border bg-surface', isSelected ? 'border-accent' : 'border-line')}
    >
      {onSelect === undefined ? (
        <div className={header}>{title}</div>
      ) : (
        <button
          type="button"
          aria-pressed={isSelected}
          onClick={() => onSelect(node.id)}
          className={clsx(header, 'rounded-control hover:bg-hover')}
        >
          {title}
        </button>
      )}
      {diff.changes.length > 0 && (
        <div className="border-t border-line px-3 py-2.5">
          <Changes changes={diff.changes} labelOf={(path) => describePath(path, node.type, nodeTypes)} />
        </div>
      )}
    </section>
  )
}

function KindBadge({ kind }: { kind: NodeDiff['kind'] }) {
  return (
    <span
      className={clsx('shrink-0 rounded-full px-2 text-[0.6875rem] leading-5 font-medium', kindClass[kind])}
    >
      {t.kinds[kind]}
    </span>
  )
}

interface ChangesProps {
  changes: readonly MemberChange[]
  labelOf: (path: MemberChange['path']) => string
}

function Changes({ changes, labelOf }: ChangesProps) {
  return (
    <dl className="space-y-2.5">
      {changes.map(({ path, before, after }) => (
        <div key={path.join('/')}>
          <dt className="mb-1 text-xs font-medium text-muted">{labelOf(path)}</dt>
          <dd>
            <ValueDiff before={before} after={after} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface EdgeItemProps {
  edge: GraphEdge
  kind: 'added' | 'removed'
  nodes: readonly GraphNode[]
  nodeTypes: NodeTypes
}

function EdgeItem({ edge, kind, nodes, nodeTypes }: EdgeItemProps) {
  const nameOf = (id: string) => {
    const node = nodes.find((one) => one.id === id)
    return node === undefined ? id : nodeTypes.nameOf(node)
  }
  return (
    <li className="flex items-center gap-2">
      <KindBadge kind={kind} />
      <span className={clsx('min-w-0 break-words', kind === 'removed' && 'line-through')}>
        {t.connection(nameOf(edge.source), handleOf(edge), nameOf(edge.target))}
      </span>
    </li>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="rounded-control border border-line bg-surface px-3 py-2.5">
      <h3 className="mb-2 font-medium">{title}</h3>
      {children}
    </section>
  )
}
