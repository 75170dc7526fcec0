import { clsx } from 'clsx'
import { RadioGroup } from 'radix-ui'
import { useState } from 'react'
import * as t from '../texts/data-view.ts'

export type Mode = 'tree' | 'table' | 'schema'

const STORED = 'millrace.data-view'

/** The chosen view is remembered on this device. */
export function useMode() {
  const [mode, setMode] = useState<Mode>(() => {
    const stored = localStorage.getItem(STORED)
    return stored === 'table' || stored === 'schema' ? stored : 'tree'
  })
  const change = (next: Mode) => {
    localStorage.setItem(STORED, next)
    setMode(next)
  }
  return [mode, change] as const
}

export function ModeSwitch({
  mode,
  hasTable,
  onChange,
}: {
  mode: Mode
  hasTable: boolean
  onChange: (mode: Mode) => void
}) {
  const modes: readonly { value: Mode; label: string }[] = [
    { value: 'tree', label: t.tree },
    ...(hasTable ? [{ value: 'table' as const, label: t.table }] : []),
    { value: 'schema', label: t.schema },
  ]
  return (
    <RadioGroup.Root
      aria-label={t.view}
      value={mode}
      onValueChange={(value) => onChange(value as Mode)}
      className="flex rounded-control bg-sunken p-0.5"
    >
      {modes.map(({ value, label }) => (
        <RadioGroup.Item
          key={value}
          value={value}
          className={clsx(
            'h-7 rounded-[0.375rem] px-2.5 text-xs font-medium text-muted hover:text-ink',
            'data-[state=checked]:bg-raised data-[state=checked]:text-ink data-[state=checked]:shadow-card',
          )}
        >
          {label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  )
}
