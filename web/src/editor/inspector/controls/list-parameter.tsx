import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { Button } from '../../../components/button.tsx'
import { IconButton } from '../../../components/icon-button.tsx'
import { ModeToggle } from '../../../expressions/field-label.tsx'
import type { JsonValue } from '../../../graph/types.ts'
import * as t from '../../../texts/editor/inspector.ts'
import {
  useParameterEdits,
  useParameterProblem,
  useParameterValue,
  type ParameterPath,
} from '../form/binding.tsx'
import { moveAt } from '../form/entries.ts'
import { LabeledField } from '../form/labeled-field.tsx'
import { FieldList } from '../form/field-list.tsx'
import { controlOf, modeOf, type ParameterField, type ParameterSchema } from '../form/schema-fields.ts'
import { useRules } from '../form/use-rules.ts'
import { type ParameterControlProps, NestedParameter } from '../form/parameter-component.ts'

interface ListParameterProps extends ParameterControlProps {
  actions?: ReactNode
  onToggle?: (() => void) | undefined
}

/** A list with buttons to add, move and remove entries. */
export function ListParameter({ field, path, onRemove, actions, onToggle }: ListParameterProps) {
  const id = useId()
  const value = useParameterValue(path)
  const { set } = useParameterEdits(path)
  const problem = useParameterProblem(path)
  const list = Array.isArray(value) ? (value as readonly JsonValue[]) : []
  const schema = field.schema.items ?? {}
  const change = (next: readonly JsonValue[]) => set(next, field.title)
  const isFull = field.schema.maxItems !== undefined && list.length >= field.schema.maxItems
  return (
    <LabeledField
      id={id}
      label={field.title}
      isRequired={field.isRequired}
      description={field.description}
      error={problem}
      actions={
        <>
          {actions}
          {onToggle && <ModeToggle isExpression={false} onToggle={onToggle} />}
        </>
      }
      onRemove={onRemove}
      isGroup
    >
      <div className="space-y-2">
        {list.map((_, index) => (
          <ListEntry
            // Entries have no identity of their own.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            field={field}
            schema={schema}
            path={[...path, index]}
            index={index}
            count={list.length}
            onMove={(by) => change(moveAt(list, index, by))}
            onRemove={() => change(list.toSpliced(index, 1))}
          />
        ))}
        {!isFull && (
          <Button
            variant="ghost"
            size="sm"
            onClick={() => change([...list, emptyEntry(schema)])}
            className="-ml-2 md:h-7 md:px-2 md:text-[0.8125rem]"
          >
            <Plus aria-hidden="true" className="size-3.5" />
            {t.addEntry}
          </Button>
        )}
      </div>
    </LabeledField>
  )
}

function emptyEntry(schema: ParameterSchema): JsonValue {
  switch (controlOf(schema)) {
    case 'object':
    case 'map':
      return {}
    case 'list':
      return []
    case 'number':
      return schema.minimum ?? 0
    case 'boolean':
      return false
    default:
      return ''
  }
}

interface ListEntryProps {
  field: ParameterField
  schema: ParameterSchema
  path: ParameterPath
  index: number
  count: number
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

function ListEntry({ field, schema, path, index, count, onMove, onRemove }: ListEntryProps) {
  const rules = useRules()
  const title = t.entry(schema.title ?? singular(field.title), index)
  const rulePath = `${field.rulePath}[]`
  const control = controlOf(schema)
  const entry: ParameterField = {
    name: String(index),
    title,
    description: '',
    schema,
    control,
    mode: modeOf(rulePath, rules, field.mode === 'literal' ? 'literal' : 'template'),
    isRequired: true,
    rulePath,
  }
  const buttons = (
    <span className="flex shrink-0 items-center">
      <EntryButton icon={ArrowUp} label={t.moveUp} isOff={index === 0} onClick={() => onMove(-1)} />
      <EntryButton
        icon={ArrowDown}
        label={t.moveDown}
        isOff={index === count - 1}
        onClick={() => onMove(1)}
      />
      <EntryButton icon={Trash2} label={t.removeOption(title)} isOff={false} onClick={onRemove} />
    </span>
  )
  if (control !== 'object') {
    return (
      <div role="group" aria-label={title} className="flex items-start gap-1">
        <div className="min-w-0 flex-1">
          <NestedParameter field={entry} path={path} hideLabel />
        </div>
        {buttons}
      </div>
    )
  }
  return (
    <div role="group" aria-label={title} className="rounded-[10px] border border-line p-3 pt-2">
      <div className="mb-1 flex items-center">
        <span className="flex-1 truncate text-xs font-medium text-muted">{title}</span>
        {buttons}
      </div>
      <FieldList
        schema={schema}
        path={path}
        rulePath={rulePath}
        mode={entry.mode}
        typical={typicalMembers(field)}
      />
    </div>
  )
}

interface EntryButtonProps {
  icon: typeof ArrowUp
  label: string
  isOff: boolean
  onClick: () => void
}

function EntryButton({ icon, label, isOff, onClick }: EntryButtonProps) {
  return (
    <IconButton
      icon={icon}
      label={label}
      inactive={isOff}
      onClick={onClick}
      className="md:size-7 [&_svg]:size-3.5"
    />
  )
}

/** What an entry of the example has. */
function typicalMembers({ schema }: ParameterField): readonly string[] {
  const [list] = schema.examples ?? []
  const [first] = Array.isArray(list) ? (list as readonly JsonValue[]) : []
  return typeof first === 'object' && first !== null ? Object.keys(first) : []
}

/** "Cases" → "Case": good enough for the titles of node types. */
function singular(title: string): string {
  return title.endsWith('s') && !title.endsWith('ss') ? title.slice(0, -1) : title
}
