import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { describeError } from '../../api/api-error.ts'
import { executionKeys } from '../../api/executions.ts'
import { workflowKeys } from '../../api/workflows.ts'
import { toast } from '../../components/toast-store.ts'
import * as t from '../../texts/workflows/actions.ts'

interface BulkProgress {
  label: string
  done: number
  total: number
}

interface BulkAction<Item, Result> {
  /** What is under way: "Publishing 3 of 12". */
  label: (done: number, total: number) => string
  items: readonly Item[]
  act: (item: Item, signal: AbortSignal) => Promise<Result>
  /** Called with the results of those that succeeded. */
  onDone?: (results: Result[]) => void
  /** Names what failed: "2 of 12 workflows could not be published". */
  failureTitle: (failed: number, total: number) => string
}

/** Does something to many items, one after another, with progress and a way to cancel. `changed`: what to read again. */
export function useBulkAction(
  changed: readonly (readonly unknown[])[] = [workflowKeys.all, executionKeys.lists],
) {
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState<BulkProgress>()
  const controller = useRef<AbortController>(null)

  const run = async <Item, Result>(action: BulkAction<Item, Result>): Promise<void> => {
    const { items, label, act, onDone, failureTitle } = action
    const abort = new AbortController()
    controller.current = abort
    const results: Result[] = []
    const failures: unknown[] = []
    for (const [index, item] of items.entries()) {
      if (abort.signal.aborted) break
      setProgress({ label: label(index + 1, items.length), done: index, total: items.length })
      try {
        results.push(await act(item, abort.signal))
      } catch (error) {
        if (!abort.signal.aborted) failures.push(error)
      }
    }
    setProgress(undefined)
    for (const queryKey of changed) void queryClient.invalidateQueries({ queryKey })
    if (failures.length > 0) {
      toast.show({
        tone: 'danger',
        title: failureTitle(failures.length, items.length),
        description: describeError(failures[0]),
      })
    }
    if (abort.signal.aborted) toast.show({ tone: 'info', title: t.cancelled(results.length, items.length) })
    if (results.length > 0) onDone?.(results)
  }
  return { run, progress, cancel: () => controller.current?.abort() }
}
