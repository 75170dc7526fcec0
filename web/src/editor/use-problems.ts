import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { checkQuery } from '../api/workflows.ts'
import type { Problem } from './editor-session.ts'
import type { EditorStore } from './model/editor-store.ts'

const DELAY_MS = 500

/** Checks the document as it is edited, half a second after the last edit. */
export function useProblems(workflowId: string, store: EditorStore): readonly Problem[] | undefined {
  const [checked, setChecked] = useState(store.getState)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const schedule = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setChecked(store.getState()), DELAY_MS)
    }
    const unsubscribe = store.subscribe((next, previous) => {
      if (next.revision !== previous.revision) schedule()
    })
    schedule()
    return () => {
      unsubscribe()
      clearTimeout(timer)
    }
  }, [store])
  const { data } = useQuery({
    ...checkQuery(workflowId, checked.revision, {
      nodes: checked.document.nodes as never,
      edges: checked.document.edges as never,
      variables: checked.document.variables,
    }),
    placeholderData: keepPreviousData,
  })
  return data
}

/** How many of these make runs fail. */
export function countErrors(problems: readonly { severity: Problem['severity'] }[] | undefined): number {
  return problems?.filter(({ severity }) => severity === 'error').length ?? 0
}

/** The number of errors by node. Warnings are only listed: a card in red would say that it fails. */
export function useProblemCounts(problems: readonly Problem[] | undefined): ReadonlyMap<string, number> {
  return useMemo(() => {
    const counts = new Map<string, number>()
    for (const { severity, node_id: id } of problems ?? []) {
      if (severity === 'error' && id !== null) counts.set(id, (counts.get(id) ?? 0) + 1)
    }
    return counts
  }, [problems])
}
