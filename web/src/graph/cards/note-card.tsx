import { type Node, type NodeProps, NodeResizer } from '@xyflow/react'
import { clsx } from 'clsx'
import { memo, useEffect, useRef, useState } from 'react'
import * as t from '../../texts/graph.ts'
import type { NoteColor } from '../scene/annotations.ts'
import { useGraphActions } from './graph-actions.ts'
import { Markdown } from './markdown.tsx'

export interface NoteData extends Record<string, unknown> {
  readonly text: string
  readonly color: NoteColor
  readonly isEditing: boolean
  readonly isEditable: boolean
  readonly isTabStop: boolean
}

export type NoteNode = Node<NoteData, 'note'>

const colors: Record<NoteColor, string> = {
  yellow: 'bg-family-annotation-soft text-family-annotation',
  blue: 'bg-family-code-soft text-family-code',
  green: 'bg-success-soft text-success-ink',
  rose: 'bg-family-people-soft text-family-people',
  grey: 'bg-family-flow-soft text-family-flow',
}

export const NoteCard = memo(function NoteCard({ id, data, selected }: NodeProps<NoteNode>) {
  const { onNoteEdit, onNoteResize, onNoteText, onRenameEnd } = useGraphActions()
  return (
    <div
      className={clsx(
        'relative size-full overflow-hidden rounded-[10px] text-[12.5px] leading-[1.5]',
        colors[data.color],
        selected && 'ring-2 ring-accent',
      )}
      onDoubleClick={(event) => {
        event.stopPropagation()
        if (data.isEditable) onNoteEdit?.(id)
      }}
    >
      {data.isEditable && (
        <NodeResizer
          isVisible={selected}
          minWidth={120}
          minHeight={40}
          maxWidth={1200}
          maxHeight={1200}
          lineClassName="note-resize-line"
          handleClassName="note-resize-handle"
          onResizeEnd={(_, { width, height }) => onNoteResize?.(id, { width, height })}
        />
      )}
      {data.isEditing ? (
        <NoteEditor
          text={data.text}
          onSave={(text) => onNoteText?.(id, text)}
          onEnd={(isByKey) => onRenameEnd?.(id, isByKey)}
        />
      ) : (
        <>
          <button
            type="button"
            data-node={id}
            aria-label={`${t.note}: ${data.text === '' ? t.emptyNote : data.text}`}
            aria-pressed={selected}
            tabIndex={data.isTabStop ? 0 : -1}
            className="absolute inset-0 cursor-[inherit] rounded-[10px] -outline-offset-2"
          />
          <div className="pointer-events-none px-3 py-2.5 [&_a]:pointer-events-auto [&_a]:relative">
            {data.text === '' ? <p className="italic">{t.emptyNote}</p> : <Markdown text={data.text} />}
          </div>
        </>
      )}
    </div>
  )
})

function NoteEditor({
  text,
  onSave,
  onEnd,
}: {
  text: string
  onSave: (text: string) => void
  onEnd: (isByKey: boolean) => void
}) {
  const [value, setValue] = useState(text)
  const field = useRef<HTMLTextAreaElement>(null)
  const ended = useRef(false)
  useEffect(() => {
    field.current?.focus()
  }, [])
  // Every way out keeps the text: undo is the way to take it back.
  const finish = (isByKey: boolean) => {
    if (ended.current) return
    ended.current = true
    if (value !== text) onSave(value)
    onEnd(isByKey)
  }
  return (
    <textarea
      ref={field}
      dir="auto"
      aria-label={t.noteText}
      value={value}
      onChange={(event) => setValue(event.target.value)}
      onBlur={() => finish(false)}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Escape' || (event.key === 'Enter' && (event.metaKey || event.ctrlKey)))
          finish(true)
      }}
      className="nodrag nopan nowheel size-full resize-none bg-transparent px-3 py-2.5 font-mono text-[12px] outline-none"
    />
  )
}
