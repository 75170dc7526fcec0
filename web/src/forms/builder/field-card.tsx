import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { clsx } from 'clsx'
import { ArrowDown, ArrowUp, CircleAlert, Copy, GripVertical, Settings2, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { FormField } from '../../api/forms.ts'
import { IconButton } from '../../components/icon-button.tsx'
import * as t from '../../texts/forms/builder.ts'
import { hasOptions, kindOf } from '../model/field-kinds.ts'
import { FieldSketch } from './field-sketch.tsx'
import { OptionList } from './option-list.tsx'
import { type Builder, labelId } from './use-builder.ts'

interface FieldCardProps {
  field: FormField
  /** What people read for it. */
  name: string
  index: number
  count: number
  builder: Builder
  /** What is wrong with its settings. */
  problem: string | undefined
  /** Opens the settings where there is no space beside the form. */
  onOpenSettings: (() => void) | undefined
  onFocusField: (index: number) => void
}

/** A question, which is edited where it stands. */
export function FieldCard({
  field,
  name,
  index,
  count,
  builder,
  problem,
  onOpenSettings,
  onFocusField,
}: FieldCardProps) {
  const { canEdit } = builder
  const card = useRef<HTMLLIElement>(null)
  const handle = useRef<HTMLButtonElement>(null)
  const edge = useDrag(
    { card, handle, index, canEdit, onDrop: (name, to) => builder.move({ ...field, name }, to) },
    field,
  )
  const isSelected = builder.selected === field.name
  const kind = kindOf(field.type)
  const isTick = field.type === 'checkbox' && field.options === undefined

  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const isEmpty = event.currentTarget.value === ''
    if (event.key === 'Enter') {
      if (index === count - 1) builder.openAdd(field.name)
      else onFocusField(index + 1)
    } else if (event.key === '/' && isEmpty) builder.openAdd(field.name)
    else if (event.key === 'Backspace' && isEmpty && canEdit) builder.remove(field)
    else if (event.key === 'ArrowDown' && !event.altKey) onFocusField(index + 1)
    else if (event.key === 'ArrowUp' && !event.altKey) onFocusField(index - 1)
    else return
    event.preventDefault()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the focus of its controls bubbles up
    <li
      ref={card}
      data-field={field.name}
      aria-label={t.fieldAt(index + 1, name)}
      onFocus={() => builder.select(field.name)}
      className={clsx(
        'group relative rounded-[0.625rem] border px-4 py-3 transition-colors sm:px-5',
        isSelected
          ? 'border-accent bg-surface shadow-card'
          : 'border-transparent hover:border-line hover:bg-surface',
        problem !== undefined && 'border-danger',
        edge === 'top' &&
          'before:absolute before:inset-x-0 before:-top-1 before:h-0.5 before:rounded before:bg-accent',
        edge === 'bottom' &&
          'after:absolute after:inset-x-0 after:-bottom-1 after:h-0.5 after:rounded after:bg-accent',
      )}
    >
      {canEdit && (
        <button
          ref={handle}
          type="button"
          tabIndex={-1}
          aria-label={t.dragOf(name)}
          className="absolute top-3.5 -left-3 hidden size-6 cursor-grab place-items-center rounded text-muted opacity-0 group-hover:opacity-100 hover:bg-hover md:grid"
        >
          <GripVertical aria-hidden="true" className="size-4" />
        </button>
      )}
      <div className="flex items-start gap-1">
        <input
          id={labelId(field.name)}
          aria-label={t.labelOf(index + 1)}
          value={field.label ?? field.name}
          placeholder={t.labelPlaceholder}
          readOnly={!canEdit}
          maxLength={500}
          dir="auto"
          autoComplete="off"
          onChange={(event) => builder.setLabel(field.name, event.target.value)}
          onBlur={() => canEdit && builder.leaveLabel(field.name)}
          onKeyDown={handleKey}
          className="-ml-1.5 h-8 min-w-0 flex-1 rounded-[0.375rem] bg-transparent px-1.5 text-base font-medium placeholder:font-normal placeholder:text-muted hover:bg-hover/70 md:text-[0.9375rem]"
        />
        {field.required && (
          <span title={t.required} className="mt-1.5 text-danger-ink">
            <span aria-hidden="true">*</span>
            <span className="sr-only">{t.requiredMark}</span>
          </span>
        )}
        <span className="mt-1 inline-flex h-6 shrink-0 items-center gap-1.5 rounded-full bg-sunken px-2 text-xs text-muted">
          <kind.icon aria-hidden="true" className="size-3.5" />
          <span className="max-sm:sr-only">{t.types[field.type].name}</span>
        </span>
      </div>
      {(isSelected || (field.help ?? '') !== '') && (canEdit || (field.help ?? '') !== '') && (
        <input
          aria-label={t.helpOf(index + 1)}
          value={field.help ?? ''}
          placeholder={t.helpPlaceholder}
          readOnly={!canEdit}
          maxLength={2_000}
          dir="auto"
          autoComplete="off"
          onChange={(event) =>
            builder.set(field.name, 'help', event.target.value === '' ? undefined : event.target.value)
          }
          className="-ml-1.5 block h-7 w-full rounded-[0.375rem] bg-transparent px-1.5 text-[0.8125rem] text-muted placeholder:text-muted hover:bg-hover/70"
        />
      )}
      <div className="mt-2 space-y-2">
        <FieldSketch field={field} />
        {hasOptions(field.type) && !isTick && (
          <OptionList
            field={field}
            canEdit={canEdit}
            onChange={(options, coalesce) =>
              builder.set(field.name, 'options', [...options], coalesce ?? `options-${options.length}`)
            }
          />
        )}
      </div>
      {problem !== undefined && (
        <p className="mt-2 flex items-center gap-1.5 text-[0.8125rem] text-danger-ink">
          <CircleAlert aria-hidden="true" className="size-4 shrink-0" />
          {problem}
        </p>
      )}
      {canEdit && isSelected && (
        <div className="mt-2 -mb-1.5 flex flex-wrap items-center gap-0.5 border-t border-line pt-1.5">
          <label className="mr-auto flex h-8 items-center gap-2 rounded-control px-1.5 text-[0.8125rem] hover:bg-hover">
            <input
              type="checkbox"
              checked={field.required}
              onChange={(event) => builder.set(field.name, 'required', event.target.checked)}
              className="size-4 accent-(--color-accent)"
            />
            {t.required}
          </label>
          {/* Together, so that no single one is left for a second line. */}
          <div className="flex items-center sm:gap-0.5">
            {onOpenSettings !== undefined && (
              <IconButton icon={Settings2} label={t.settingsOf(name)} onClick={onOpenSettings} />
            )}
            <IconButton
              icon={ArrowUp}
              label={t.moveUpOf(name)}
              keys="alt+arrowup"
              inactive={index === 0}
              onClick={() => builder.move(field, index - 1)}
            />
            <IconButton
              icon={ArrowDown}
              label={t.moveDownOf(name)}
              keys="alt+arrowdown"
              inactive={index === count - 1}
              onClick={() => builder.move(field, index + 1)}
            />
            <IconButton
              icon={Copy}
              label={t.duplicateOf(name)}
              keys="mod+d"
              onClick={() => builder.duplicate(field)}
            />
            <IconButton
              icon={Trash2}
              label={t.removeOf(name)}
              tone="danger"
              onClick={() => builder.remove(field)}
            />
          </div>
        </div>
      )}
    </li>
  )
}

interface DragOptions {
  card: React.RefObject<HTMLLIElement | null>
  handle: React.RefObject<HTMLButtonElement | null>
  index: number
  canEdit: boolean
  onDrop: (name: string, to: number) => void
}

/** Makes the card movable by its handle. Returns the edge at which another card would be dropped. */
function useDrag(options: DragOptions, { name }: FormField): 'top' | 'bottom' | undefined {
  const [edge, setEdge] = useState<'top' | 'bottom'>()
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const { canEdit } = options
  useEffect(() => {
    const { card, handle } = latest.current
    if (!canEdit || card.current === null || handle.current === null) return undefined
    const element = card.current
    const edgeAt = (y: number) => {
      const { top, height } = element.getBoundingClientRect()
      return y < top + height / 2 ? 'top' : 'bottom'
    }
    const stopDragging = draggable({
      element,
      dragHandle: handle.current,
      getInitialData: () => ({ field: name, index: latest.current.index }),
    })
    const stopDropping = dropTargetForElements({
      element,
      canDrop: ({ source }) => typeof source.data['field'] === 'string' && source.data['field'] !== name,
      onDrag: ({ location }) => setEdge(edgeAt(location.current.input.clientY)),
      onDragLeave: () => setEdge(undefined),
      onDrop: ({ source, location }) => {
        setEdge(undefined)
        const from = Number(source.data['index'])
        const slot = latest.current.index + (edgeAt(location.current.input.clientY) === 'bottom' ? 1 : 0)
        latest.current.onDrop(String(source.data['field']), from < slot ? slot - 1 : slot)
      },
    })
    return () => {
      stopDragging()
      stopDropping()
    }
  }, [canEdit, name])
  return edge
}
