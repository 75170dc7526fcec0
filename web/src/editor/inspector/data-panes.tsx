import { StepForward } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Select } from '../../components/input/select.tsx'
import { DataView, type DataSource } from '../../data-view/data-view.tsx'
import { outputPath } from '../../expressions/path-expression.ts'
import { nodeKey, type ScopePosition } from '../../expressions/scope-position.ts'
import type { NodeRun, RunOverlay } from '../../run/run-overlay.ts'
import * as t from '../../texts/editor/inspector.ts'
import { useSettledNode } from './form/binding.tsx'
import { PinControl } from './pin-editor.tsx'
import { MessageText } from '../../components/message-text.tsx'

interface PaneProps {
  position: ScopePosition
  overlay: RunOverlay | undefined
}

interface InputPaneProps extends PaneProps {
  onPickPath?: ((expression: string) => void) | undefined
}

const PREVIOUS = 'previous'
const INPUT = 'input'

/** What the expressions of a node can read: its input, the input of the run, and the output of every earlier node. */
export function InputPane({ position, overlay, onPickPath }: InputPaneProps) {
  const sources = useMemo(() => sourcesOf(position, overlay), [position, overlay])
  const [chosen, setChosen] = useState<string>()
  const current = sources.find(({ value }) => value === chosen) ?? sources[0]
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex h-10 shrink-0 items-center gap-2 border-b border-line px-4">
        <h3 className="text-[13px] font-semibold">{t.input}</h3>
        {sources.length > 1 && current !== undefined && (
          <Select
            compact
            aria-label={t.dataSource}
            value={current.value}
            onChange={setChosen}
            options={sources}
            className="ml-auto max-w-52"
          />
        )}
      </div>
      {current === undefined ? (
        <Nothing text={overlay === undefined ? t.noRun : t.notRun} />
      ) : (
        <DataView
          key={current.value}
          source={current.source}
          rootPath={current.path}
          {...(onPickPath && { onPickPath })}
        />
      )}
    </div>
  )
}

interface Source {
  readonly value: string
  readonly label: string
  readonly path: string
  readonly source: DataSource
}

function sourcesOf(position: ScopePosition, overlay: RunOverlay | undefined): readonly Source[] {
  const sources: Source[] = []
  const step = overlay?.nodes.get(position.nodeId)
  if (overlay !== undefined && step !== undefined && position.incoming.length > 0)
    sources.push({
      value: PREVIOUS,
      label: t.previousOutput,
      path: PREVIOUS,
      source: stepData(overlay, step, 'input'),
    })
  if (overlay !== undefined)
    sources.push({
      value: INPUT,
      label: t.runInput,
      path: INPUT,
      source: { kind: 'execution', executionId: overlay.executionId, part: 'input' },
    })
  for (const id of position.earlier) {
    const pinned = position.pinned[id]
    const run = overlay?.nodes.get(id)
    const source: DataSource | undefined =
      overlay !== undefined && run !== undefined && run.status === 'completed'
        ? stepData(overlay, run, 'output')
        : pinned === undefined
          ? undefined
          : { kind: 'value', value: pinned }
    const key = nodeKey(position, id)
    if (source !== undefined) sources.push({ value: `node:${id}`, label: key, path: outputPath(key), source })
  }
  // Before the node has run, its predecessor is what it would get.
  return step === undefined
    ? sources.toSorted((a, b) => Number(b.value === first(position)) - Number(a.value === first(position)))
    : sources
}

function first({ incoming }: ScopePosition): string {
  return `node:${incoming[0]?.source ?? ''}`
}

function stepData({ executionId }: RunOverlay, run: NodeRun, part: 'input' | 'output'): DataSource {
  return { kind: 'execution', executionId, step: run.lastStepKey, part, revision: run.status }
}

interface OutputPaneProps extends PaneProps {
  /** Runs the workflow up to this node. */
  onRunUntil?: (() => void) | undefined
}

/** The output of the node in the run in view, and its pin. */
export function OutputPane({ position, overlay, onRunUntil }: OutputPaneProps) {
  const node = useSettledNode()
  const run = overlay?.nodes.get(position.nodeId)
  const pinned = node?.pinned_output
  const hasOutput = overlay !== undefined && run !== undefined && run.status === 'completed'
  const path = outputPath(nodeKey(position, position.nodeId))
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex min-h-10 shrink-0 flex-wrap items-center gap-2 border-b border-line px-4 py-1">
        <h3 className="mr-auto text-[13px] font-semibold">{t.output}</h3>
        <PinControl
          step={hasOutput ? { executionId: overlay.executionId, key: run.lastStepKey } : undefined}
        />
      </div>
      {run?.error !== undefined && (
        <div role="alert" className="m-4 rounded-control bg-danger-soft p-3 text-[13px] text-danger-ink">
          <p className="font-medium">
            {t.stepFailed} <code className="font-normal">{run.error.code}</code>
          </p>
          <p className="break-words">
            <MessageText>{run.error.message}</MessageText>
          </p>
        </div>
      )}
      {hasOutput ? (
        <DataView source={stepData(overlay, run, 'output')} rootPath={path} />
      ) : pinned !== undefined ? (
        <DataView source={{ kind: 'value', value: pinned }} rootPath={path} />
      ) : (
        run?.error === undefined && (
          <div className="space-y-3 p-4">
            <p className="text-[13px] text-muted">{overlay === undefined ? t.noRun : t.notRun}</p>
            {onRunUntil !== undefined && (
              <Button variant="secondary" size="sm" onClick={onRunUntil}>
                <StepForward aria-hidden="true" className="size-4" />
                {t.runUntil}
              </Button>
            )}
          </div>
        )
      )}
    </div>
  )
}

function Nothing({ text }: { text: string }) {
  return <p className="p-4 text-[13px] text-muted">{text}</p>
}
