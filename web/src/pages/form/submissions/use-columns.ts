import { useState } from 'react'
import type { Submission, SubmissionColumn } from '../../../api/forms.ts'
import { readStored, writeStored } from '../../../components/stored-value.ts'

const defaultCount = 6

interface Columns {
  readonly all: readonly SubmissionColumn[]
  readonly shown: readonly SubmissionColumn[]
  toggle(name: string): void
  showAll(): void
  reset(): void
  readonly isDefault: boolean
}

/** Which answers the table shows. This browser remembers the choice for each form. */
export function useColumns(
  formId: string,
  known: readonly SubmissionColumn[],
  submissions: readonly Submission[],
): Columns {
  const storageKey = `form-columns-${formId}`
  const [chosen, setChosen] = useState(() => readStored<readonly string[]>(storageKey, isNames))
  // Submissions from before versions existed may have fields that no version knows.
  const names = new Set(known.map(({ name }) => name))
  const unknown = new Set(
    submissions.flatMap(({ data }) => Object.keys(data)).filter((name) => !names.has(name)),
  )
  const all: SubmissionColumn[] = [
    ...known,
    ...[...unknown].map((name) => ({ name, label: name, type: 'text' as const, current: false })),
  ]
  const standard = all.filter(({ type, current }) => current && type !== 'hidden').slice(0, defaultCount)
  const shown = chosen === undefined ? standard : all.filter(({ name }) => chosen.includes(name))
  const choose = (next: readonly string[] | undefined) => {
    setChosen(next)
    writeStored(storageKey, next ?? null)
  }
  return {
    all,
    shown,
    toggle: (name) => {
      const current = shown.map((column) => column.name)
      choose(current.includes(name) ? current.filter((other) => other !== name) : [...current, name])
    },
    showAll: () => choose(all.map(({ name }) => name)),
    reset: () => choose(undefined),
    isDefault: chosen === undefined,
  }
}

function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string')
}
