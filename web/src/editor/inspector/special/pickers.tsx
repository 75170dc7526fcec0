import { useQuery } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { describeError } from '../../../api/api-error.ts'
import { formsQuery } from '../../../api/forms.ts'
import { workflowNamesQuery, workflowQuery } from '../../../api/workflows.ts'
import { Combobox, type ComboboxOption } from '../../../components/input/combobox.tsx'
import { ModeToggle } from '../../../expressions/field-label.tsx'
import * as t from '../../../texts/editor/inspector.ts'
import type { ParameterControlProps } from '../form/parameter-component.ts'
import {
  useNodeBinding,
  useParameterEdits,
  useParameterProblem,
  useParameterValue,
} from '../form/binding.tsx'
import { LabeledField } from '../form/labeled-field.tsx'

interface PickerProps extends ParameterControlProps {
  options: readonly ComboboxOption[]
  placeholder: string
  emptyText: string
  isLoading?: boolean
  failure?: string | undefined
  onSearch?: (text: string) => void
  onToggle?: (() => void) | undefined
}

function Picker({
  field,
  path,
  onRemove,
  hideLabel,
  options,
  onToggle,
  isLoading,
  emptyText,
  ...rest
}: PickerProps) {
  const id = useId()
  const value = useParameterValue(path)
  const { set } = useParameterEdits(path)
  const problem = useParameterProblem(path)
  const shown = value === undefined || value === '' ? undefined : problem
  const combobox = (
    <Combobox
      id={id}
      compact
      {...(hideLabel ? { 'aria-label': field.title } : {})}
      value={typeof value === 'string' && value !== '' ? value : undefined}
      onChange={(next) => set(next, field.title)}
      options={options}
      placeholder={rest.placeholder}
      emptyText={emptyText}
      loading={isLoading ?? false}
      failure={rest.failure}
      {...(rest.onSearch === undefined ? {} : { onSearch: rest.onSearch })}
      aria-describedby={shown === undefined ? undefined : `${id}-error`}
      aria-invalid={shown === undefined ? undefined : true}
    />
  )
  if (hideLabel) return combobox
  return (
    <LabeledField
      id={id}
      label={field.title}
      isRequired={field.isRequired}
      description={field.description}
      error={shown}
      onRemove={onRemove}
      actions={onToggle && <ModeToggle isExpression={false} onToggle={onToggle} />}
    >
      {combobox}
    </LabeledField>
  )
}

/** Another workflow of the account. The server searches, so that it works with thousands. */
export function WorkflowPicker(props: ParameterControlProps & { onToggle?: (() => void) | undefined }) {
  const { workflowId } = useNodeBinding()
  const value = useParameterValue(props.path)
  const [search, setSearch] = useState('')
  const { data = [], isFetching, error } = useQuery(workflowNamesQuery(search))
  const isListed = data.some(({ id }) => id === value)
  const isId = typeof value === 'string' && value !== '' && !value.includes('{{')
  const chosen = useQuery({ ...workflowQuery(isId ? value : ''), enabled: isId && !isListed, retry: false })
  const options = useMemo(() => {
    const listed = data
      .filter(({ id }) => id !== workflowId)
      .map(({ id, name }) => ({ value: id, label: name }))
    const other = chosen.data?.workflow
    return other === undefined || isListed ? listed : [{ value: other.id, label: other.name }, ...listed]
  }, [data, workflowId, chosen.data, isListed])
  return (
    <Picker
      {...props}
      options={options}
      placeholder={t.chooseWorkflow}
      emptyText={t.noWorkflows}
      isLoading={isFetching}
      failure={error === null ? undefined : describeError(error)}
      onSearch={setSearch}
    />
  )
}

const RETRY_MS = 3_000

export function FormPicker(props: ParameterControlProps) {
  const {
    data = [],
    isFetching,
    error,
  } = useQuery({
    ...formsQuery,
    // Somebody who has no form yet creates one elsewhere and comes back.
    refetchInterval: ({ state }) => (state.data?.length === 0 ? RETRY_MS : false),
  })
  const options = useMemo(() => data.map(({ id, name }) => ({ value: id, label: name })), [data])
  return (
    <Picker
      {...props}
      options={options}
      placeholder={t.chooseForm}
      emptyText={t.noForms}
      isLoading={isFetching}
      failure={error === null ? undefined : describeError(error)}
    />
  )
}

export function TimezonePicker(props: ParameterControlProps) {
  const options = useMemo(
    () =>
      ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map((zone) => ({
        value: zone,
        label: zone.replaceAll('_', ' '),
        keywords: [zone],
      })),
    [],
  )
  return <Picker {...props} options={options} placeholder={t.timezonePlaceholder} emptyText="" />
}
