import { completionStatus, startCompletion } from '@codemirror/autocomplete'
import { undoDepth } from '@codemirror/commands'
import type { EditorView } from '@codemirror/view'
import { useEffect, type RefObject } from 'react'
import type { Knowledge } from '../completions.ts'

/** Somebody who types before the data has arrived gets the completions as soon as it has. */
export function useLateCompletions(
  view: RefObject<EditorView | null>,
  knowledge: Knowledge | undefined,
): void {
  useEffect(() => {
    const current = view.current
    if (knowledge === undefined || current === null || !current.hasFocus || undoDepth(current.state) === 0)
      return
    const { head } = current.state.selection.main
    const isMember = /\.\w*$/.test(current.state.sliceDoc(Math.max(0, head - 60), head))
    if (isMember && completionStatus(current.state) === null) startCompletion(current)
  }, [knowledge, view])
}
