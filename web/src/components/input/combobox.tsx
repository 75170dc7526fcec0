import { clsx } from 'clsx'
import { Check, ChevronsUpDown, Plus, Search } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import * as t from '../../texts/components.ts'
import { Spinner } from '../spinner.tsx'
import { controlClass, type ControlProps } from './control.ts'
import { filterOptions } from './filter-options.ts'

export interface ComboboxOption {
  value: string
  label: string
  /** A second line. */
  description?: string
  /** Options with the same group are under one heading. */
  group?: string
  icon?: ReactNode
  keywords?: readonly string[]
  disabled?: boolean
}

interface ComboboxProps extends ControlProps {
  /** Undefined: nothing is chosen. */
  value: string | undefined
  onChange: (value: string) => void
  options: readonly ComboboxOption[]
  placeholder?: string
  disabled?: boolean
  loading?: boolean
  /** Shown instead of the options if they could not be loaded. */
  failure?: string | undefined
  /** Shown if there are no options at all. */
  emptyText?: string
  /** Offers what was typed as a new option. */
  onCreate?: (text: string) => void
  /** The text of the entry that creates an option. */
  createLabel?: (text: string) => string
  /** Called while the user types, for options that the server searches. */
  onSearch?: (text: string) => void
}

/** One of many options, found by typing. */
export function Combobox({
  value,
  onChange,
  options,
  placeholder = t.choose,
  disabled = false,
  compact,
  className,
  loading = false,
  failure,
  emptyText = t.noOptions,
  onCreate,
  createLabel = t.create,
  onSearch,
  ...control
}: ComboboxProps) {
  const [open, setOpen] = useState(false)
  const contentId = useId()
  const chosen = options.find((option) => option.value === value)
  const trigger = useRef<HTMLButtonElement>(null)
  const close = (next?: () => void) => {
    setOpen(false)
    // What the choice opens, such as a dialog, returns the focus to here.
    trigger.current?.focus()
    next?.()
  }
  return (
    <Popover.Root open={open} onOpenChange={(next) => !disabled && setOpen(next)}>
      <Popover.Trigger
        ref={trigger}
        {...control}
        type="button"
        role="combobox"
        aria-expanded={open}
        aria-haspopup="listbox"
        aria-controls={contentId}
        aria-disabled={disabled || undefined}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          if (!disabled) setOpen(true)
        }}
        className={controlClass(compact, clsx('flex md:flex items-center gap-2', className))}
      >
        {chosen?.icon}
        <span className={clsx('min-w-0 flex-1 truncate', chosen === undefined && 'text-muted')}>
          {chosen?.label ?? value ?? placeholder}
        </span>
        <ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 text-muted" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          id={contentId}
          align="start"
          sideOffset={4}
          collisionPadding={12}
          aria-label={placeholder}
          className="z-60 flex max-h-[min(22rem,var(--radix-popover-content-available-height))] w-[max(16rem,var(--radix-popover-trigger-width))] animate-rise flex-col overflow-hidden rounded-xl border border-line bg-raised text-ink shadow-float outline-none"
        >
          <OptionList
            options={options}
            chosen={value}
            loading={loading}
            failure={failure}
            emptyText={emptyText}
            onChoose={(next) => close(() => onChange(next))}
            {...(onCreate === undefined
              ? {}
              : { onCreate: (text: string) => close(() => onCreate(text)), createLabel })}
            {...(onSearch === undefined ? {} : { onSearch })}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

interface OptionListProps {
  options: readonly ComboboxOption[]
  chosen: string | undefined
  loading: boolean
  failure: string | undefined
  emptyText: string
  onChoose: (value: string) => void
  onCreate?: (text: string) => void
  createLabel?: (text: string) => string
  onSearch?: (text: string) => void
}

function OptionList({
  options,
  chosen,
  loading,
  failure,
  emptyText,
  onChoose,
  onCreate,
  createLabel = t.create,
  onSearch,
}: OptionListProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [search, setSearch] = useState('')
  const { groups, flat, left } = filterOptions(options, search)
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      flat.findIndex(({ value }) => value === chosen),
    ),
  )
  const typed = search.trim()
  const canCreate = onCreate !== undefined && typed !== '' && !options.some(({ label }) => label === typed)
  const count = flat.length + (canCreate ? 1 : 0)

  useLayoutEffect(() => {
    list.current?.querySelector(`[data-index="${active}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [active])

  const choose = (index: number) => {
    const option = flat[index]
    if (option === undefined && canCreate && index === flat.length) onCreate(typed)
    if (option !== undefined && option.disabled !== true) onChoose(option.value)
  }
  const handleKey = (event: KeyboardEvent) => {
    const moves: Record<string, number> = {
      ArrowDown: (active + 1) % Math.max(1, count),
      ArrowUp: (active - 1 + count) % Math.max(1, count),
      PageDown: Math.min(count - 1, active + 8),
      PageUp: Math.max(0, active - 8),
    }
    const next = moves[event.key]
    if (next !== undefined) setActive(next)
    else if (event.key === 'Enter') choose(active)
    else return
    event.preventDefault()
  }
  const optionId = (index: number) => `${id}-${index}`

  return (
    <>
      <div className="flex items-center gap-2 border-b border-line px-3">
        <Search aria-hidden="true" className="size-4 shrink-0 text-muted" />
        <input
          type="text"
          role="combobox"
          aria-label={t.searchOptions}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={count > 0 ? optionId(active) : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder={t.searchOptions}
          value={search}
          onChange={(event) => {
            setSearch(event.target.value)
            setActive(0)
            onSearch?.(event.target.value)
          }}
          onKeyDown={handleKey}
          className="h-10 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted md:h-9 md:text-[0.8125rem]"
        />
        {loading && <Spinner className="size-4 text-muted" />}
      </div>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={t.options}
        aria-busy={loading}
        className="min-h-0 flex-1 overflow-y-auto p-1.5"
      >
        {groups.map(({ group, entries }) => (
          <div key={group ?? ''} role="group" aria-label={group}>
            {group !== undefined && (
              <div aria-hidden="true" className="px-2 pt-2 pb-1 text-xs font-medium text-muted">
                {group}
              </div>
            )}
            {entries.map(({ option, index }) => (
              <div
                key={option.value}
                id={optionId(index)}
                data-index={index}
                role="option"
                tabIndex={-1}
                aria-selected={option.value === chosen}
                aria-disabled={option.disabled === true || undefined}
                onPointerMove={() => setActive(index)}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => choose(index)}
                onKeyDown={handleKey}
                className={clsx(optionClass, index === active && 'bg-hover', option.disabled && 'opacity-50')}
              >
                {option.icon}
                <span className="min-w-0 flex-1">
                  <span className="block truncate">{option.label}</span>
                  {option.description !== undefined && (
                    <span className="block truncate text-xs text-muted">{option.description}</span>
                  )}
                </span>
                {option.value === chosen && <Check aria-hidden="true" className="size-4 text-accent-ink" />}
              </div>
            ))}
          </div>
        ))}
        {canCreate && (
          <div
            id={optionId(flat.length)}
            data-index={flat.length}
            role="option"
            tabIndex={-1}
            aria-selected="false"
            onPointerMove={() => setActive(flat.length)}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(flat.length)}
            onKeyDown={handleKey}
            className={clsx(optionClass, active === flat.length && 'bg-hover')}
          >
            <Plus aria-hidden="true" className="size-4 text-muted" />
            {createLabel(typed)}
          </div>
        )}
      </div>
      <output className="block">
        {failure !== undefined && <span className={noteClass}>{failure}</span>}
        {failure === undefined && count === 0 && (
          <span className={noteClass}>
            {loading ? t.loadingOptions : typed === '' ? emptyText : t.noMatch(typed)}
          </span>
        )}
        {left > 0 && <span className={noteClass}>{t.moreOptions(left)}</span>}
      </output>
    </>
  )
}

const optionClass =
  'flex min-h-10 cursor-pointer items-center gap-2.5 rounded-[0.375rem] px-2 py-1 text-[0.8125rem] select-none md:min-h-8'
const noteClass = 'block px-3.5 pb-3 text-[0.8125rem] text-muted'
