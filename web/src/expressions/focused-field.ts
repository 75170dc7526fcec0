import { useSyncExternalStore } from 'react'
import { toast } from '../components/toast-store.ts'
import * as t from '../texts/editor/expressions.ts'
import type { ExpressionEditorHandle } from './expression-editor.tsx'

const listeners = new Set<() => void>()
let last: ExpressionEditorHandle | null = null

/** The expression field that had the focus last: where a path goes that is picked by mouse. */
export function rememberField(field: ExpressionEditorHandle | null): void {
  last = field
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether there is a field to insert something into. */
export function useCanInsert(): boolean {
  return useSyncExternalStore(subscribe, () => last?.isPresent() === true)
}

export function insertIntoField(path: string): void {
  if (last?.insertPath(path) !== true) toast.show({ tone: 'info', title: t.focusFieldFirst })
}
