import { Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import { clsx } from 'clsx'
import { Pin } from 'lucide-react'
import { createContext, memo, type KeyboardEvent, use } from 'react'
import * as t from '../../texts/graph.ts'
import * as counts from '../../texts/problem-counts.ts'
import type { GraphMark, NodeOverlay } from '../overlay.ts'
import type { Output } from '../scene/outputs.ts'
import { useGraphActions } from './graph-actions.ts'
import { NameEditor } from './name-editor.tsx'
import { type IconSource, NodeTile } from './node-icon.tsx'
import { ProblemBadge, RunBadge, describeRun } from './run-badge.tsx'

/** Everything a card shows. It has no reference to the graph, so a card renders only when one of these changes. */
export interface CardData extends Record<string, unknown> {
  readonly icon: IconSource
  readonly title: string
  readonly name: string
  /** Read only by cards that are in view. */
  readonly line: { readonly text: string; readonly isKnown?: boolean }
  readonly outputs: readonly Output[]
  readonly hasInput: boolean
  readonly entersAtTop: boolean
  readonly entersAtLeft: boolean
  readonly isDisabled: boolean
  readonly isPinned: boolean
  readonly problems: number
  readonly run: NodeOverlay | undefined
  /** A run is in view and did not reach this node. */
  readonly isSkipped: boolean
  readonly mark: GraphMark | undefined
  readonly isRenaming: boolean
  /** The one card that the tab key reaches. */
  readonly isTabStop: boolean
  readonly isEditable: boolean
}

export type CardNode = Node<CardData, 'card'>

const marks: Record<GraphMark, string> = {
  added: 'border-success ring-3 ring-success/20',
  removed: 'border-danger border-dashed ring-3 ring-danger/15',
  changed: 'border-warning ring-3 ring-warning/20',
}

/** Whether cards work out their lines. When a graph opens, its names come first. */
export const LinesContext = createContext(true)

export const NodeCard = memo(function NodeCard({ id, data, selected, dragging }: NodeProps<CardNode>) {
  const { onOpenNode, onRename, onRenameEnd } = useGraphActions()
  const hasLine = use(LinesContext) || data.line.isKnown === true
  const line = hasLine ? data.line.text : ''
  const description = t.describeNode({
    name: data.name,
    type: data.title,
    line,
    facts: [
      ...(data.isDisabled ? [t.disabled] : []),
      ...(data.isPinned ? [t.pinned] : []),
      ...(data.problems > 0 ? [counts.errors(data.problems)] : []),
      ...(data.run === undefined ? [] : describeRun(data.run)),
      ...(data.mark === undefined ? [] : [t.marks[data.mark]]),
    ],
  })
  return (
    <div
      className={clsx(
        'group/card relative flex size-full items-center gap-2.5 rounded-xl border bg-raised px-3 text-ink shadow-card',
        data.isDisabled && 'border-dashed',
        data.mark !== undefined
          ? marks[data.mark]
          : selected
            ? 'border-accent ring-3 ring-accent/20'
            : data.problems > 0 || data.run?.status === 'failed'
              ? 'border-danger ring-3 ring-danger/15'
              : data.run?.status === 'running'
                ? 'border-accent'
                : data.run?.status === 'waiting'
                  ? 'border-warning'
                  : data.isDisabled
                    ? 'border-line-strong'
                    : 'border-line hover:border-line-strong/70',
        dragging && 'shadow-float',
      )}
    >
      {!data.isRenaming && (
        <button
          type="button"
          aria-label={description}
          aria-pressed={selected}
          data-node={id}
          data-enter-command
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || hasModifier(event) || onOpenNode === undefined) return
            event.preventDefault()
            onOpenNode(id)
          }}
          tabIndex={data.isTabStop ? 0 : -1}
          className="absolute inset-0 cursor-[inherit] rounded-[11px] outline-offset-4"
        />
      )}
      <div
        className={clsx(
          'pointer-events-none flex min-w-0 flex-1 items-center gap-2.5',
          // Only what carries no text fades, so that names stay readable.
          (data.isDisabled || data.isSkipped) && 'text-muted *:first:opacity-50',
        )}
      >
        <NodeTile {...data.icon} />
        <div className="min-w-0 flex-1">
          {data.isRenaming ? (
            <NameEditor
              name={data.name}
              onSave={(name) => onRename?.(id, name)}
              onEnd={(isByKey) => onRenameEnd?.(id, isByKey)}
            />
          ) : (
            <p dir="auto" className="truncate text-left text-[13px] leading-[18px] font-semibold">
              {data.name}
            </p>
          )}
          {(line !== '' || !hasLine) && (
            <p dir="auto" className="min-h-4 truncate text-left text-[11.5px] leading-4 text-muted">
              {line}
            </p>
          )}
        </div>
      </div>
      <Badges data={data} />
      {data.hasInput && <Input data={data} />}
      {data.outputs.map((output) => (
        <OutputPort
          key={output.handle}
          id={id}
          name={data.name}
          output={output}
          selected={selected}
          data={data}
          isLast={data.outputs.every(({ edges }) => edges === 0)}
        />
      ))}
    </div>
  )
})

/** Enter with a modifier is a command of its own, such as running up to this node. */
function hasModifier({ ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || shiftKey || altKey
}

function Badges({ data }: { data: CardData }) {
  if (data.problems === 0 && data.run === undefined && !data.isPinned && data.mark === undefined) return null
  return (
    <div aria-hidden="true" className="pointer-events-none absolute -top-2.5 right-2.5 flex gap-1">
      {data.isPinned && (
        <span className="grid size-[19px] place-items-center rounded-full bg-family-data-soft text-family-data">
          <Pin className="size-3" />
        </span>
      )}
      {data.problems > 0 && <ProblemBadge count={data.problems} />}
      {data.run !== undefined && <RunBadge run={data.run} />}
      {data.mark !== undefined && (
        <span
          className={clsx(
            'inline-flex h-[19px] items-center rounded-full px-[7px] text-[11px] font-semibold',
            {
              added: 'bg-success-soft text-success-ink',
              removed: 'bg-danger-soft text-danger-ink',
              changed: 'bg-warning-soft text-warning-ink',
            }[data.mark],
          )}
        >
          {t.marks[data.mark]}
        </span>
      )}
    </div>
  )
}

/** Edges enter on the left; from a node straight above they enter at the top. */
function Input({ data }: { data: CardData }) {
  return (
    <>
      <Handle
        id="in"
        type="target"
        position={Position.Left}
        isConnectableStart={false}
        isConnectable={data.isEditable}
        className={clsx(!data.entersAtLeft && 'is-unused')}
      />
      {data.entersAtTop && (
        <Handle
          id="top"
          type="target"
          position={Position.Top}
          isConnectableStart={false}
          isConnectable={data.isEditable}
        />
      )}
    </>
  )
}

interface OutputPortProps {
  id: string
  name: string
  output: Output
  selected: boolean
  data: CardData
  /** Whether nothing follows the card. */
  isLast: boolean
}

function OutputPort({ id, name, output, selected, data, isLast }: OutputPortProps) {
  const { onAddAfter, onAddOnEdge } = useGraphActions()
  const label = t.outputName(output.handle)
  const isRight = output.side === 'right'
  return (
    <>
      <Handle
        id={output.handle}
        type="source"
        position={isRight ? Position.Right : Position.Bottom}
        isConnectableEnd={false}
        isConnectable={data.isEditable}
        title={t.outputMeaning(output.handle)}
        style={isRight ? { top: output.at.y } : { left: output.at.x }}
        className={clsx(output.handle === 'error' && 'is-error')}
      />
      <div
        className={clsx(
          'pointer-events-none absolute flex items-center gap-1',
          isRight ? 'left-full h-5 pl-2.5' : 'top-full flex-col pt-2.5',
          !isRight && label !== '' ? 'items-start' : 'items-center',
        )}
        style={isRight ? { top: output.at.y - 11 } : { left: output.at.x + (label === '' ? -10 : 6) }}
      >
        {label !== '' && (
          <span
            dir="auto"
            className={clsx(
              'max-w-28 truncate rounded bg-canvas px-1 text-[11px] leading-4',
              output.handle === 'error' ? 'text-danger-ink' : 'text-muted',
            )}
          >
            {label}
          </span>
        )}
        {data.isEditable && (
          <button
            type="button"
            tabIndex={selected ? 0 : -1}
            aria-label={t.addAfter(name, label)}
            title={t.addAfter(name, label)}
            onClick={(event) => {
              event.stopPropagation()
              if (output.edge === undefined) onAddAfter?.(id, output.handle)
              else onAddOnEdge?.(output.edge)
            }}
            className={clsx('add-port nodrag pointer-events-auto', (selected || isLast) && 'is-shown')}
          />
        )}
      </div>
    </>
  )
}
