import { useEffect, useRef, useState } from 'react'
import type { AcrossRuns } from './across-runs.ts'
import { compile, type ExpressionMode, type Outcome, type RecordedRun } from './evaluate.ts'
import type { ExpressionScope } from './expression-scope.tsx'
import { previewClient } from './preview-client.ts'
import type { PreviewAnswer } from './preview-protocol.ts'
import { useRecentRuns } from './recent-runs.ts'

/** After the last key: fast enough to feel live, and it keeps the evaluation out of the way of typing. */
const QUIET_MS = 80

interface Preview {
  readonly outcome: Outcome | undefined
  readonly across: AcrossRuns | undefined
}

const nothing: Preview = { outcome: undefined, across: undefined }

/** The value of an expression on the run in view, and how it does across recent runs. */
export function usePreview(
  text: string,
  mode: ExpressionMode,
  scope: ExpressionScope | undefined,
  enabled: boolean,
): Preview {
  const [preview, setPreview] = useState<Preview>(nothing)
  const [nodeIds, setNodeIds] = useState<readonly string[]>([])
  const channel = useRef(0)
  const sequence = useRef(0)
  const runList = useRef(new WeakMap<RecordedRun, readonly RecordedRun[]>())
  const { position, run, itemIndex } = scope ?? {}
  const recent = useRecentRuns(position?.workflowId, nodeIds, enabled)

  useEffect(() => {
    const opened = previewClient().open((answer: PreviewAnswer) => {
      if (answer.sequence === sequence.current) setPreview({ outcome: answer.outcome, across: answer.across })
    })
    channel.current = opened
    return () => previewClient().close(opened)
  }, [])

  useEffect(() => {
    if (!enabled || position === undefined) return undefined
    const timer = setTimeout(() => {
      const client = previewClient()
      const result = compile(text, mode)
      if (result.ok) setNodeIds((known) => referencedIds(known, result.compiled, position))
      if (run !== undefined && !runList.current.has(run)) runList.current.set(run, [run])
      const single = run && runList.current.get(run)
      sequence.current += 1
      client.request({
        channel: channel.current,
        sequence: sequence.current,
        text,
        mode,
        position,
        index: itemIndex,
        run: single && client.keyOf(single),
        recent: recent && client.keyOf(recent),
      })
    }, QUIET_MS)
    return () => clearTimeout(timer)
  }, [text, mode, enabled, position, run, itemIndex, recent])

  return enabled ? preview : nothing
}

/** The nodes whose outputs are needed to evaluate on other runs. Keeps the array while it has the same members. */
function referencedIds(
  known: readonly string[],
  compiled: { readonly nodes: readonly string[]; readonly names: readonly string[] },
  position: ExpressionScope['position'],
): readonly string[] {
  const idOf = (key: string) =>
    (position.names.find(({ id }) => id === key) ?? position.names.find(({ name }) => name === key))?.id
  const ids = new Set<string>(position.incoming.map(({ source }) => source))
  for (const key of compiled.nodes) {
    const id = idOf(key)
    if (id !== undefined) ids.add(id)
  }
  if (
    position.loop?.items !== undefined &&
    (compiled.names.includes('item') || compiled.names.includes('previous'))
  )
    for (const id of position.loop.at.earlier.slice(0, 20)) ids.add(id)
  const next = [...ids].toSorted()
  return next.length === known.length && next.every((id, index) => id === known[index]) ? known : next
}
