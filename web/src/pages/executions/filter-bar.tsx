import { useQuery } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { useId, useState } from 'react'
import { workflowNamesQuery, workflowQuery } from '../../api/workflows.ts'
import { Button } from '../../components/button.tsx'
import { Combobox } from '../../components/input/combobox.tsx'
import { controlClass } from '../../components/input/control.ts'
import { Select } from '../../components/input/select.tsx'
import { executionStatuses as statusNames } from '../../texts/components.ts'
import * as t from '../../texts/executions.ts'
import { SavedFilters } from './saved/saved-filters.tsx'
import {
  executionStatuses,
  executionTriggers,
  hasFilters,
  type ExecutionListSearch,
} from './execution-filters.ts'

interface FilterBarProps {
  filters: ExecutionListSearch
  onChange: (filters: ExecutionListSearch) => void
  /** Shows no choice of the workflow. */
  isOfWorkflow: boolean
}

const ANY = ''

/** The filters of the list. On a phone, those after the first are folded away. */
export function FilterBar({ filters, onChange, isOfWorkflow }: FilterBarProps) {
  const ids = useId()
  const [isOpen, setIsOpen] = useState(false)
  const set = (change: { [Name in keyof ExecutionListSearch]?: ExecutionListSearch[Name] | '' }) => {
    const next = { ...filters, ...change }
    onChange(
      Object.fromEntries(Object.entries(next).filter(([, value]) => value !== ANY && value !== undefined)),
    )
  }
  return (
    <div role="search" aria-label={t.filters} className="flex flex-wrap items-center gap-2">
      <Select
        compact
        aria-label={t.status}
        value={filters.status ?? ANY}
        onChange={(status) => set({ status })}
        options={[
          { value: ANY, label: t.anyStatus },
          ...executionStatuses.map((status) => ({ value: status, label: statusNames[status] })),
        ]}
        className="min-w-36 flex-1 sm:flex-none"
      />
      <Button
        variant="ghost"
        size="sm"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="sm:hidden"
      >
        <SlidersHorizontal aria-hidden="true" className="size-4" />
        {t.moreFilters}
      </Button>
      <div className={isOpen ? 'contents' : 'hidden sm:contents'}>
        {!isOfWorkflow && (
          <WorkflowFilter value={filters.workflow_id} onChange={(id) => set({ workflow_id: id })} />
        )}
        <Select
          compact
          aria-label={t.trigger}
          value={filters.trigger ?? ANY}
          onChange={(trigger) => set({ trigger })}
          options={[
            { value: ANY, label: t.anyTrigger },
            ...executionTriggers.map((trigger) => ({ value: trigger, label: t.triggerNames[trigger] })),
          ]}
          className="min-w-36 flex-1 sm:flex-none"
        />
        <ErrorCodeField
          key={filters.error_code ?? ANY}
          value={filters.error_code ?? ANY}
          onChange={(code) => set({ error_code: code })}
        />
        <span className="flex flex-1 items-center gap-2 sm:flex-none">
          <label htmlFor={`${ids}-from`} className="text-xs text-muted">
            {t.from}
          </label>
          <input
            id={`${ids}-from`}
            type="date"
            value={filters.from?.slice(0, 10) ?? ANY}
            onChange={(event) => set({ from: event.target.value })}
            className={controlClass(true, 'w-auto')}
          />
          <label htmlFor={`${ids}-to`} className="text-xs text-muted">
            {t.to}
          </label>
          <input
            id={`${ids}-to`}
            type="date"
            value={filters.to?.slice(0, 10) ?? ANY}
            onChange={(event) => set({ to: event.target.value })}
            className={controlClass(true, 'w-auto')}
          />
        </span>
      </div>
      {hasFilters(filters) && (
        <Button variant="ghost" size="sm" onClick={() => onChange({})}>
          {t.clearFilters}
        </Button>
      )}
      {!isOfWorkflow && (
        <span className="ml-auto">
          <SavedFilters filters={filters} onChange={onChange} />
        </span>
      )}
    </div>
  )
}

function ErrorCodeField({ value, onChange }: { value: string; onChange: (code: string) => void }) {
  const [text, setText] = useState(value)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onChange(text.trim())
      }}
      className="flex-1 sm:w-36 sm:flex-none"
    >
      <input
        type="text"
        aria-label={t.errorCode}
        placeholder={t.errorCode}
        value={text}
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => text.trim() !== value && onChange(text.trim())}
        className={controlClass(true)}
      />
    </form>
  )
}

function WorkflowFilter({ value, onChange }: { value: string | undefined; onChange: (id: string) => void }) {
  const { data = [] } = useQuery(workflowNamesQuery(''))
  const isListed = value === undefined || data.some(({ id }) => id === value)
  const chosen = useQuery({ ...workflowQuery(value ?? ''), enabled: !isListed })
  const name = chosen.data?.workflow.name
  const options = [
    { value: ANY, label: t.anyWorkflow },
    ...(!isListed && value !== undefined ? [{ value, label: name ?? value }] : []),
    ...data.map((workflow) => ({ value: workflow.id, label: workflow.name })),
  ]
  return (
    <span className="min-w-44 flex-1 sm:w-52 sm:flex-none">
      <Combobox compact aria-label={t.workflow} value={value ?? ANY} onChange={onChange} options={options} />
    </span>
  )
}
