import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { checkQuery } from '../api/workflows.ts'
import type { Problem } from './editor-session.ts'
import type { EditorStore } from './model/editor-store.ts'

const DELAY_MS = 500
/** The graph comes first: checking a large one keeps the server busy for a while. */
const FIRST_DELAY_MS = 150

/** Checks the document when the editor has opened, and as it is edited, half a second after the last edit. */
export function useProblems(workflowId: string, store: EditorStore): readonly Problem[] | undefined {
  const [checked, setChecked] = useState<ReturnType<EditorStore['getState']>>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const schedule = (delayMs: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => setChecked(store.getState()), delayMs)
    }
    const unsubscribe = store.subscribe((next, previous) => {
      if (next.revision !== previous.revision) schedule(DELAY_MS)
    })
    schedule(FIRST_DELAY_MS)
    return () => {
      unsubscribe()
      clearTimeout(timer)
    }
  }, [store])
  const { data } = useQuery({
    ...checkQuery(
      workflowId,
      checked?.revision ?? 0,
      checked && {
        nodes: checked.document.nodes as never,
        edges: checked.document.edges as never,
        variables: checked.document.variables,
      },
    ),
    enabled: checked !== undefined,
    placeholderData: keepPreviousData,
  })
  return data
}

/** How many of these make runs fail. */
export function countErrors(problems: readonly { severity: Problem['severity'] }[] | undefined): number {
  return problems?.filter(({ severity }) => severity === 'error').length ?? 0
}

/** How many of these are about what runs, but probably not as intended. */
export function countWarnings(problems: readonly { severity: Problem['severity'] }[] | undefined): number {
  return (problems?.length ?? 0) - countErrors(problems)
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
