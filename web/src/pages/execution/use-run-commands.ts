import { useNavigate } from '@tanstack/react-router'
import {
  ArrowDown,
  ArrowUp,
  Ban,
  FlaskConical,
  GitCompareArrows,
  Pause,
  Play,
  StepBack,
  StepForward,
  Wrench,
} from 'lucide-react'
import type { ExecutionOverview } from '../../api/executions.ts'
import { useCan } from '../../app/use-can.ts'
import type { Command } from '../../app/commands/command.ts'
import { hasEnded } from '../../run/follow-run.ts'
import type { useScrubber } from '../../run/use-scrubber.ts'
import * as compareTexts from '../../texts/compare.ts'
import * as t from '../../texts/run/page.ts'
import * as scrubberTexts from '../../texts/run/scrubber.ts'
import { useNeighbours } from './use-neighbours.ts'

interface RunCommandOptions {
  execution: ExecutionOverview
  /** The editor at the cause, with the data of the run. */
  editor: string | undefined
  scrubber: ReturnType<typeof useScrubber>
  onCancel: () => void
  onRetry: (from: string) => void
  onCompare: () => void
}

/** What can be done with a run, for its header, its menu and the palette. */
export function useRunCommands(options: RunCommandOptions) {
  const { execution, editor, scrubber, onCancel, onRetry, onCompare } = options
  const navigate = useNavigate()
  const neighbours = useNeighbours(execution)
  const group = t.runGroup
  const isEnded = hasEnded(execution)
  const canControl = useCan('executions:write')
  const canTest = useCan('workflows:execute')
  const open = (id: string | undefined) => {
    if (id !== undefined) void navigate({ href: `/executions/${id}` })
  }
  const older: Command = {
    id: 'run.older',
    title: t.olderRun,
    group,
    icon: ArrowDown,
    keys: ['j'],
    enabled: neighbours.older !== undefined,
    run: () => open(neighbours.older),
  }
  const newer: Command = {
    id: 'run.newer',
    title: t.newerRun,
    group,
    icon: ArrowUp,
    keys: ['k'],
    enabled: neighbours.newer !== undefined,
    run: () => open(neighbours.newer),
  }
  const cancel: Command = { id: 'run.cancel', title: t.cancelRun, group, icon: Ban, run: onCancel }
  const again: Command = {
    id: 'run.again',
    title: t.runAgain,
    group,
    icon: Play,
    run: () => onRetry('start'),
  }
  const fix: Command = {
    id: 'run.resume',
    title: t.fixAndResume,
    group,
    icon: Wrench,
    keys: ['r'],
    run: () => onRetry('failed'),
  }
  const compare: Command = {
    id: 'run.compare',
    title: compareTexts.compareWith,
    group,
    icon: GitCompareArrows,
    keys: ['c'],
    run: onCompare,
  }
  const href = editor
  const inEditor: Command[] =
    href === undefined || !canTest
      ? []
      : [
          {
            id: 'run.edit',
            title: t.testWithInput,
            group,
            icon: FlaskConical,
            keys: ['e'],
            run: () => void navigate({ href }),
          },
        ]
  const time: Command[] = [
    {
      id: 'run.play',
      title: scrubber.isPlaying ? scrubberTexts.pause : scrubberTexts.play,
      group,
      icon: scrubber.isPlaying ? Pause : Play,
      keys: ['space'],
      run: scrubber.toggle,
    },
    {
      id: 'run.previous-moment',
      title: scrubberTexts.previousMoment,
      group,
      icon: StepBack,
      keys: [','],
      run: () => scrubber.step(-1),
    },
    {
      id: 'run.next-moment',
      title: scrubberTexts.nextMoment,
      group,
      icon: StepForward,
      keys: ['.'],
      run: () => scrubber.step(1),
    },
  ]
  const possible = isEnded ? (execution.status === 'failed' ? [again, fix] : [again]) : [cancel]
  const actions = canControl ? possible : []
  const more = [compare, ...inEditor]
  return { older, newer, actions, more, all: [older, newer, ...actions, ...more, ...time] }
}
