import { toast } from '../components/toast-store.ts'
import * as t from '../texts/editor/expressions.ts'
import type { ExpressionEditorHandle } from './expression-editor.tsx'

let last: ExpressionEditorHandle | null = null

/** The expression field that had the focus last: where a path goes that is picked by mouse. */
export function rememberField(field: ExpressionEditorHandle | null): void {
  last = field
}

export function insertIntoField(path: string): void {
  if (last?.insertPath(path) !== true) toast.show({ tone: 'info', title: t.focusFieldFirst })
}
