import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { withoutUndefined } from '../app/without-undefined.ts'

/** The part of the editor's state that a link reproduces. */
export interface EditorSearch {
  readonly node?: string | undefined
  readonly parameter?: string | undefined
  readonly run?: string | undefined
  readonly view?: 'list' | undefined
  readonly panel?: string | undefined
  /** The node fills the screen. */
  readonly focus?: '1' | undefined
}

export type SetSearch = (change: EditorSearch, options?: { push?: boolean }) => void

export function useEditorSearch(): readonly [EditorSearch, SetSearch] {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const { node, parameter, run, view, panel, focus } = search
  const current = useMemo<EditorSearch>(
    () => ({
      node: text(node),
      parameter: text(parameter),
      run: text(run),
      view: view === 'list' ? 'list' : undefined,
      panel: text(panel),
      focus: focus === '1' ? '1' : undefined,
    }),
    [node, parameter, run, view, panel, focus],
  )
  const set = useCallback<SetSearch>(
    (change, { push = false } = {}) => {
      void navigate({
        to: '.',
        search: (before: Record<string, unknown>) => withoutUndefined({ ...before, ...change }),
        replace: !push,
      } as never)
    },
    [navigate],
  )
  return [current, set]
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
