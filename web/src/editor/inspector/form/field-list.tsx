import { Plus } from 'lucide-react'
import { Fragment, useMemo, useState, type ReactNode } from 'react'
import { Button } from '../../../components/button.tsx'
import { Menu, MenuItem } from '../../../components/menu.tsx'
import type { JsonValue } from '../../../graph/types.ts'
import * as t from '../../../texts/editor/inspector.ts'
import { JsonParameter } from '../controls/json-parameter.tsx'
import { MethodRow } from '../special/method-row.tsx'
import { useNodeBinding, useParameterEdits, useSettledParameter, type ParameterPath } from './binding.tsx'
import {
  arrange,
  type FieldMode,
  fieldsOf,
  type ParameterField,
  type ParameterSchema,
  titleOf,
} from './schema-fields.ts'
import { NestedParameter } from './parameter-component.ts'
import { useRules } from './use-rules.ts'

const nothing: readonly string[] = []

interface FieldListProps {
  schema: ParameterSchema
  path: ParameterPath
  rulePath?: string
  mode?: FieldMode
  /** Optional parameters that are shown although they are not set. */
  typical: readonly string[]
  /** Names that another part of the form shows. */
  skip?: readonly string[]
  /** Shown behind the first field, such as the credential of a request behind its address. */
  afterFirst?: ReactNode
  /** The field that `afterFirst` follows instead. */
  afterField?: string | undefined
}

/** The fields of an object: what matters, what was added, and a menu with the rest. */
export function FieldList({
  schema,
  path,
  rulePath = '',
  mode = 'template',
  typical,
  skip = nothing,
  afterFirst,
  afterField,
}: FieldListProps) {
  const rules = useRules()
  const value = useSettledParameter(path)
  const { setMany } = useParameterEdits(path)
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set())
  const { revealed, leads } = useNodeBinding()
  const [led, setLed] = useState<string>()
  const request = `${leads} ${revealed ?? ''}`
  // What leads to a parameter unfolds it; it can be removed again.
  if (led !== request) {
    setLed(request)
    const name = nameWithin(revealed, path)
    if (name !== undefined) setAdded((known) => new Set([...known, name]))
  }
  const data = isObject(value) ? value : {}
  const fields = useMemo(
    () => fieldsOf(schema, rules, rulePath, mode).filter(({ name }) => !skip.includes(name)),
    // `skip` is a constant of the caller.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [schema, rules, rulePath, mode],
  )
  const { shown, folded, unknown } = arrange(fields, data, { typical, added })

  const add = (field: ParameterField) => {
    const rival =
      field.schema['x-instead-of'] ?? fields.find((one) => one.schema['x-instead-of'] === field.name)?.name
    setAdded((known) => new Set([...known, field.name].filter((name) => name !== rival)))
    if (rival !== undefined && data[rival] !== undefined) setMany({ [rival]: undefined }, field.title)
    if (field.control === 'object' && data[field.name] === undefined)
      setMany({ [field.name]: {} }, field.title)
  }
  const remove = (field: ParameterField) => {
    setAdded((known) => new Set([...known].filter((name) => name !== field.name)))
    setMany({ [field.name]: undefined }, field.title)
  }
  const isMethodRow = shown.some(({ name }) => name === 'method') && shown.some(({ name }) => name === 'url')
  const method = shown.find(({ name }) => name === 'method')
  const rows = shown.filter(({ name }) => !(isMethodRow && name === 'method'))
  const visible = unknown.filter((name) => !skip.includes(name))
  return (
    <div className="space-y-4">
      {rows.length === 0 && afterFirst}
      {rows.map((field, index) => {
        const isRemovable = !field.isRequired && !typical.includes(field.name)
        return (
          <Fragment key={field.name}>
            {isMethodRow && field.name === 'url' && method !== undefined ? (
              <MethodRow method={method} url={field} path={path} />
            ) : (
              <NestedParameter
                field={field}
                path={[...path, field.name]}
                onRemove={isRemovable ? () => remove(field) : undefined}
              />
            )}
            {(afterField === undefined ? index === 0 : field.name === afterField) && afterFirst}
          </Fragment>
        )
      })}
      {visible.length > 0 && (
        <UnknownFields
          names={visible}
          path={path}
          mode={mode}
          onRemove={(name) => setMany({ [name]: undefined }, name)}
        />
      )}
      {folded.length > 0 && (
        <Menu
          align="start"
          trigger={
            <Button variant="ghost" size="sm" className="-ml-2 md:h-7 md:px-2 md:text-[0.8125rem]">
              <Plus aria-hidden="true" className="size-3.5" />
              {t.addOption}
            </Button>
          }
        >
          {folded.map((field) => (
            <MenuItem key={field.name} onSelect={() => add(field)}>
              {field.title}
            </MenuItem>
          ))}
        </Menu>
      )}
    </div>
  )
}

interface UnknownFieldsProps {
  names: readonly string[]
  path: ParameterPath
  mode: FieldMode
  onRemove: (name: string) => void
}

/** Parameters that the type does not know are shown, so that nothing is hidden or lost. */
function UnknownFields({ names, path, mode, onRemove }: UnknownFieldsProps) {
  return (
    <section
      aria-label={t.unknownParameters}
      className="space-y-3 rounded-[10px] border border-dashed border-line-strong p-3"
    >
      <div>
        <h3 className="text-[13px] font-medium">{t.unknownParameters}</h3>
        <p className="text-xs text-muted">{t.unknownParametersHelp}</p>
      </div>
      {names.map((name) => (
        <JsonParameter
          key={name}
          field={{
            name,
            title: titleOf(name),
            description: '',
            schema: {},
            control: 'any',
            mode,
            isRequired: false,
            rulePath: name,
          }}
          path={[...path, name]}
          onRemove={() => onRemove(name)}
        />
      ))}
    </section>
  )
}

/** The member of the object at `path` that contains the parameter. */
function nameWithin(parameter: string | undefined, path: ParameterPath): string | undefined {
  if (parameter === undefined) return undefined
  const keys = parameter.split('.')
  return path.every((key, index) => String(key) === keys[index]) ? keys[path.length] : undefined
}

function isObject(value: JsonValue | undefined): value is Readonly<Record<string, JsonValue>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
