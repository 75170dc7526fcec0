import { CircleOff, Play, StepForward } from 'lucide-react'
import { describeError } from '../../api/api-error.ts'
import { toast } from '../../components/toast-store.ts'
import { isAnnotation } from '../../graph/types.ts'
import type { Command } from '../../app/commands/command.ts'
import * as t from '../../texts/editor/commands.ts'
import * as runTexts from '../../texts/editor/run.ts'
import { hasSteps, needsInput, readLastInput, triggersOf } from '../run/run-input.ts'
import { asCommands, type CommandContext } from './command-context.ts'

/** Commands that start a run, stop it or leave it. `runFrom`: one for each trigger. */
export function runCommands(context: CommandContext) {
  const { session, state, search, setSearch, only, onlyNode, steps, runOfNode } = context
  const { nodeTypes, canRun: mayRun, control, run } = session
  const triggers = triggersOf(state.document, nodeTypes)
  const startRun = (until?: string) => {
    const last = readLastInput(session.workflowId)
    const trigger = triggers.find(({ id }) => id === last?.triggerId) ?? triggers[0]
    const request = until === undefined ? {} : { until }
    if (last === undefined && needsInput(trigger)) control.openDialog(request)
    else void control.start({ ...request, triggerId: trigger?.id, input: last?.input ?? {} })
  }
  const canRun = mayRun && hasSteps(state.document) && !control.isStarting

  const commands = asCommands({
    run: {
      id: 'editor.run',
      title: t.runAll,
      group: t.run,
      icon: Play,
      keys: ['mod+enter'],
      enabled: canRun && !run.isLive,
      whileTyping: true,
      run: () => startRun(),
    },
    runWithInput: {
      id: 'editor.run-with-input',
      title: t.runWithInput,
      group: t.run,
      icon: Play,
      keys: ['mod+shift+enter'],
      enabled: canRun,
      whileTyping: true,
      run: () => control.openDialog(),
    },
    runUntil: {
      id: 'editor.run-until',
      title: onlyNode === undefined ? t.runUntilHere : t.runUntil(nodeTypes.nameOf(onlyNode)),
      group: t.run,
      icon: StepForward,
      keys: ['r'],
      enabled: canRun && onlyNode !== undefined && !isAnnotation(onlyNode),
      run: () => startRun(only),
    },
    runAlone: {
      id: 'editor.run-alone',
      title: t.runAlone,
      group: t.run,
      icon: StepForward,
      keys: ['shift+r'],
      enabled:
        mayRun &&
        run.overlay !== undefined &&
        !run.isLive &&
        !control.isStarting &&
        steps.length === 1 &&
        only !== undefined &&
        runOfNode !== undefined,
      run: () => {
        if (only !== undefined && run.overlay !== undefined)
          void control.runAlone(run.overlay.executionId, only)
      },
    },
    stop: {
      id: 'editor.stop',
      title: t.stop,
      group: t.run,
      icon: CircleOff,
      keys: ['mod+.'],
      enabled: mayRun && run.isLive,
      whileTyping: true,
      run: async () => {
        try {
          await run.cancel()
        } catch (error) {
          toast.show({ tone: 'danger', title: runTexts.stopFailed, description: describeError(error) })
        }
      },
    },
    closeRun: {
      id: 'editor.close-run',
      title: t.closeRun,
      group: t.run,
      enabled: search.run !== undefined,
      run: () => setSearch({ run: undefined }),
    },
  })
  const runFrom = triggers.map((trigger): Command => ({
    id: `editor.run-from-${trigger.id}`,
    title: t.runFrom(nodeTypes.nameOf(trigger)),
    group: t.run,
    icon: Play,
    enabled: canRun,
    run: () => control.openDialog({ triggerId: trigger.id }),
  }))
  return { commands, runFrom }
}
