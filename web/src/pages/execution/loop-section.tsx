import { useState } from 'react'
import type { StepOutline } from '@millrace/contract/execution-timeline.ts'
import { Select } from '../../components/input/select.tsx'
import { iterationOf, iterationsAround } from '../../run/iteration-path.ts'
import { LoopGrid } from '../../run/loop-grid.tsx'
import type { IterationNode, StepNode, TimelineTree } from '../../run/timeline/timeline-tree.ts'
import * as t from '../../texts/run/loop-grid.ts'
import { item } from '../../texts/run/step.ts'

interface LoopSectionProps {
  tree: TimelineTree
  selected: StepOutline | undefined
  nameOf: (nodeId: string) => string
  onSelect: (stepKey: string) => void
}

/** More loops are not offered by name: they are reached by selecting a step inside. */
const MAX_LISTED = 50

/** The grid of the loop around the selected step, or else of the first loop. */
export function LoopSection({ tree, selected, nameOf, onSelect }: LoopSectionProps) {
  const [chosen, setChosen] = useState<string>()
  const around = selected === undefined ? [] : iterationsAround(iterationOf(selected))
  const isLoop = selected !== undefined && tree.loops.some(({ id }) => id === selected.key)
  const key = isLoop ? selected.key : (around.at(-1)?.loopKey ?? chosen ?? tree.loops[0]?.id)
  const loop = key === undefined ? undefined : tree.steps.get(key)
  if (loop === undefined || loop.iterations.length === 0) return null
  const choose = (next: string) => {
    setChosen(next)
    onSelect(next)
  }
  return (
    <section className="border-b border-line">
      {tree.loops.length > 1 && tree.loops.length <= MAX_LISTED && (
        <div className="flex items-center gap-2 px-4 pt-2 text-xs text-muted">
          {t.loop}
          <Select
            compact
            aria-label={t.loop}
            value={loop.id}
            onChange={choose}
            options={tree.loops.map((one) => ({ value: one.id, label: loopName(one, nameOf) }))}
          />
        </div>
      )}
      <LoopGrid
        key={loop.id}
        loop={loop}
        name={nameOf(loop.step.node_id)}
        selected={around.at(-1)?.loopKey === loop.id ? around.at(-1)?.index : undefined}
        onSelect={(iteration) => {
          const step = stepToShow(iteration, selected)
          if (step !== undefined) onSelect(step)
        }}
      />
    </section>
  )
}

function loopName({ step }: StepNode, nameOf: (nodeId: string) => string): string {
  const around = iterationsAround(iterationOf(step)).map(({ index }) => item(index))
  return [nameOf(step.node_id), ...around].join(', ')
}

/** Of an iteration: what failed, or the step of the same node as before, or the last. */
function stepToShow({ steps }: IterationNode, selected: StepOutline | undefined): string | undefined {
  const failed = steps.find(({ step }) => step.status === 'failed')
  const same = steps.find(({ step }) => step.node_id === selected?.node_id)
  return (failed ?? same ?? steps.at(-1))?.id
}
