import { EllipsisVertical, FileCode, ListTree, Plus } from 'lucide-react'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { Button } from '../../../components/button.tsx'
import { IconButton } from '../../../components/icon-button.tsx'
import { controlClass } from '../../../components/input/control.ts'
import { Menu, MenuItem, MenuSeparator } from '../../../components/menu.tsx'
import { ModeToggle } from '../../../expressions/field-label.tsx'
import type { JsonValue } from '../../../graph/types.ts'
import * as t from '../../../texts/editor/inspector.ts'
import { useParameterEdits, useParameterProblem, useParameterValue } from '../form/binding.tsx'
import { LabeledField, FieldMessage } from '../form/labeled-field.tsx'
import { moveEntry, renameEntry } from '../form/entries.ts'
import { convertValue, shapeOf, type ValueShape } from '../form/value-shape.ts'
import { JsonParameter } from './json-parameter.tsx'
import type { ParameterControlProps } from '../form/parameter-component.ts'
import { TextParameter } from './text-parameter.tsx'
import { freeField } from '../form/free-field.ts'

interface MapParameterProps extends ParameterControlProps {
  actions?: ReactNode
  onToggle?: (() => void) | undefined
}

type Members = Readonly<Record<string, JsonValue>>

/** An object with members of any name: headers, query parameters, the values of `set`. */
export function MapParameter({ field, path, onRemove, actions, onToggle }: MapParameterProps) {
  const id = useId()
  const value = useParameterValue(path)
  const { set } = useParameterEdits(path)
  const problem = useParameterProblem(path)
  const [asJson, setAsJson] = useState(false)
  const [added, setAdded] = useState<string>()
  const members = isMembers(value) ? value : {}
  const buttons = (
    <>
      <IconButton
        icon={asJson ? ListTree : FileCode}
        label={asJson ? t.editAsFields : t.editAsJson}
        onClick={() => setAsJson(!asJson)}
        className="md:size-6 [&_svg]:size-3.5"
      />
      {actions}
      {onToggle && <ModeToggle isExpression={false} onToggle={onToggle} />}
    </>
  )
  if (asJson) return <JsonParameter field={field} path={path} onRemove={onRemove} actions={buttons} />
  const add = () => {
    let name = ''
    for (let count = 1; Object.hasOwn(members, name); count += 1) name = `${t.newField}_${count}`
    set({ ...members, [name]: '' }, field.title)
    setAdded(name)
  }
  return (
    <LabeledField
      id={id}
      label={field.title}
      isRequired={field.isRequired}
      description={field.description}
      error={problem}
      actions={buttons}
      onRemove={onRemove}
      isGroup
    >
      <div className="space-y-4 md:space-y-2">
        {Object.keys(members).map((name, index) => (
          // Names change while they are edited; the position identifies the row.
          // oxlint-disable-next-line react/no-array-index-key
          <MapRow
            key={index}
            field={field}
            path={path}
            name={name}
            index={index}
            members={members}
            takesFocus={name === added}
          />
        ))}
        <Button variant="ghost" size="sm" onClick={add} className="-ml-2 md:h-7 md:px-2 md:text-[0.8125rem]">
          <Plus aria-hidden="true" className="size-3.5" />
          {t.addField}
        </Button>
      </div>
    </LabeledField>
  )
}

interface MapRowProps extends ParameterControlProps {
  name: string
  index: number
  members: Members
  /** It was added just now: its name comes next. */
  takesFocus: boolean
}

function MapRow({ field, path, name, index, members, takesFocus }: MapRowProps) {
  const { set } = useParameterEdits(path)
  const [typed, setTyped] = useState<string>()
  const value = members[name]
  const nameInput = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (takesFocus) nameInput.current?.select()
  }, [takesFocus])
  const isTaken = typed !== undefined && typed !== name && Object.hasOwn(members, typed)
  const count = Object.keys(members).length
  const member = freeField(name, t.fieldValueOf(name), field)
  const rename = () => {
    if (typed !== undefined && !isTaken) set(renameEntry(members, name, typed), field.title)
    setTyped(undefined)
  }
  return (
    <div data-parameter={[...path, name].join('.')} className="group/field space-y-1">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)_auto] gap-x-1.5 gap-y-1">
        <input
          ref={nameInput}
          aria-label={t.fieldNameOf(index)}
          aria-invalid={isTaken || undefined}
          placeholder={t.fieldName}
          value={typed ?? name}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={rename}
          onKeyDown={(event) => event.key === 'Enter' && rename()}
          className={controlClass(true, 'font-mono')}
        />
        <MemberValue field={member} path={[...path, name]} value={value} />
        <div className="col-start-2 row-start-1 md:col-start-3">
          <Menu
            align="end"
            trigger={<IconButton icon={EllipsisVertical} label={t.fieldActions(name)} className="md:w-6" />}
          >
            {(['text', 'number', 'boolean', 'json', 'empty'] as const).map((shape) => (
              <MenuItem
                key={shape}
                onSelect={() => set({ ...members, [name]: convertTo(value, shape) }, field.title)}
              >
                {t.valueTypes[shape]}
              </MenuItem>
            ))}
            <MenuSeparator />
            <MenuItem disabled={index === 0} onSelect={() => set(moveEntry(members, name, -1), field.title)}>
              {t.moveUp}
            </MenuItem>
            <MenuItem
              disabled={index === count - 1}
              onSelect={() => set(moveEntry(members, name, 1), field.title)}
            >
              {t.moveDown}
            </MenuItem>
            <MenuItem tone="danger" onSelect={() => set(renameEntry(members, name, undefined), field.title)}>
              {t.remove}
            </MenuItem>
          </Menu>
        </div>
      </div>
      {isTaken && <FieldMessage>{t.duplicateName}</FieldMessage>}
    </div>
  )
}

function convertTo(value: JsonValue | undefined, shape: ValueShape): JsonValue {
  return (shape === 'json' ? convertValue(value, 'object') : convertValue(value, shape)) ?? null
}

/** The value of one row. Objects and lists inside of it are edited as JSON. */
function MemberValue({ field, path, value }: ParameterControlProps & { value: JsonValue | undefined }) {
  const { set } = useParameterEdits(path)
  switch (shapeOf(value)) {
    case 'number':
      return (
        <RowInput
          label={field.title}
          text={JSON.stringify(value)}
          isValid={(text) => text.trim() !== '' && Number.isFinite(Number(text))}
          onChange={(text) => set(Number(text), field.title, 'number')}
        />
      )
    case 'boolean':
      return (
        <select
          aria-label={field.title}
          value={JSON.stringify(value)}
          onChange={(event) => set(event.target.value === 'true', field.title)}
          className={controlClass(true)}
        >
          <option value="true">{t.yes}</option>
          <option value="false">{t.no}</option>
        </select>
      )
    case 'empty':
      return <output className="flex h-8 items-center text-xs text-muted">{t.valueTypes.empty}</output>
    case 'object':
    case 'list':
      return <JsonParameter field={field} path={path} hideLabel />
    default:
      return (
        <TextParameter
          field={{ ...field, isRequired: true, schema: {} }}
          path={path}
          hideLabel
          isInGrid
          multiline
        />
      )
  }
}

interface RowInputProps {
  label: string
  text: string
  isValid: (text: string) => boolean
  onChange: (text: string) => void
}

function RowInput({ label, text, isValid, onChange }: RowInputProps) {
  const [typed, setTyped] = useState<string>()
  return (
    <input
      aria-label={label}
      inputMode="decimal"
      aria-invalid={(typed !== undefined && !isValid(typed)) || undefined}
      value={typed ?? text}
      onChange={(event) => {
        setTyped(event.target.value)
        if (isValid(event.target.value)) onChange(event.target.value)
      }}
      onBlur={() => setTyped(undefined)}
      className={controlClass(true, 'font-mono')}
    />
  )
}

function isMembers(value: JsonValue | undefined): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
