import type { Node, NodeProps } from '@xyflow/react'
import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { memo } from 'react'
import * as t from '../../texts/graph.ts'
import { useGraphActions } from './graph-actions.ts'
import { NameEditor } from './name-editor.tsx'

export interface LoopData extends Record<string, unknown> {
  readonly loopId: string
  readonly title: string
}

export type LoopNode = Node<LoopData, 'loop'>

/** The dashed border around the nodes that a loop repeats. */
export const LoopContainer = memo(function LoopContainer({ data }: NodeProps<LoopNode>) {
  return (
    <div className="pointer-events-none relative size-full rounded-2xl border-[1.5px] border-dashed border-family-data/50 bg-family-data/4">
      <LoopTitle {...data} />
    </div>
  )
})

function LoopTitle({ loopId, title }: { loopId: string; title: string }) {
  const { onSelectNode } = useGraphActions()
  return (
    <button
      type="button"
      tabIndex={-1}
      onClick={(event) => {
        event.stopPropagation()
        onSelectNode?.(loopId)
      }}
      className="pointer-events-auto absolute -top-2.5 left-3.5 max-w-[calc(100%-2rem)] truncate rounded bg-canvas px-1.5 text-[11.5px] leading-[18px] font-semibold text-family-data"
    >
      {title}
    </button>
  )
}

export interface GroupData extends Record<string, unknown> {
  readonly title: string
  readonly count: number
  readonly isRenaming: boolean
  readonly isEditable: boolean
  readonly isTabStop: boolean
}

export type GroupNode = Node<GroupData, 'cluster'>

export type SurfaceNode = Node<Record<string, never>, 'surface'>

/** The surface of an expanded group. It lies below the edges, its border and title above them. */
export const GroupSurface = memo(function GroupSurface() {
  return <div className="pointer-events-none size-full rounded-2xl bg-sunken/60" />
})

/** An expanded group. It moves with its title; its members stay ordinary cards. */
export const GroupContainer = memo(function GroupContainer({ id, data, selected }: NodeProps<GroupNode>) {
  const { onToggleGroup, onRename, onRenameEnd } = useGraphActions()
  const title = data.title === '' ? t.untitledGroup : data.title
  return (
    <div
      className={clsx(
        'pointer-events-none size-full rounded-2xl border',
        selected ? 'border-accent ring-3 ring-accent/15' : 'border-line-strong/40',
      )}
    >
      <div className="group-title pointer-events-auto mt-1.5 ml-1.5 flex h-7 w-fit max-w-[calc(100%-0.75rem)] items-center gap-1 rounded-control bg-[color-mix(in_srgb,var(--color-sunken)_60%,var(--color-canvas))] pr-2">
        <button
          type="button"
          tabIndex={selected ? 0 : -1}
          aria-expanded
          aria-label={t.collapseGroup(title)}
          onClick={(event) => {
            event.stopPropagation()
            onToggleGroup?.(id)
          }}
          className="nodrag grid size-6 place-items-center rounded text-muted hover:bg-hover hover:text-ink"
        >
          <ChevronDown aria-hidden="true" className="size-4" />
        </button>
        {data.isRenaming ? (
          <NameEditor
            name={title}
            onSave={(name) => onRename?.(id, name)}
            onEnd={(isByKey) => onRenameEnd?.(id, isByKey)}
          />
        ) : (
          <button
            type="button"
            data-node={id}
            aria-label={`${title}, ${t.groupSize(data.count)}`}
            aria-pressed={selected}
            tabIndex={data.isTabStop ? 0 : -1}
            dir="auto"
            className="min-w-0 cursor-[inherit] truncate rounded text-[12.5px] font-semibold text-ink"
          >
            {title}
          </button>
        )}
      </div>
    </div>
  )
})
