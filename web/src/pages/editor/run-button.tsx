import { useNavigate } from '@tanstack/react-router'
import { Pin, Play, Radio, Square } from 'lucide-react'
import { useStore } from 'zustand'
import { describeError } from '../../api/api-error.ts'
import { Button } from '../../components/button.tsx'
import { MenuItem, MenuLabel, MenuSeparator } from '../../components/menu.tsx'
import { Tooltip } from '../../components/overlay/tooltip.tsx'
import { SplitButton } from '../../components/split-button.tsx'
import { toast } from '../../components/toast-store.ts'
import type { EditorSession } from '../../editor/editor-session.ts'
import { RunDialog } from '../../editor/run/run-dialog.tsx'
import { hasSteps, needsInput, readLastInput, triggersOf } from '../../editor/run/run-input.ts'
import * as commandTexts from '../../texts/editor/commands.ts'
import * as t from '../../texts/editor/run.ts'

/** Runs the working copy, or stops the run in view. */
export function RunButton({ session }: { session: EditorSession }) {
  const { store, nodeTypes, canRun, control, run, workflowId } = session
  const navigate = useNavigate()
  const document = useStore(store, (state) => state.settled)
  const triggers = triggersOf(document, nodeTypes)
  const last = readLastInput(workflowId)
  const pinned = document.nodes.filter((node) => node.pinned_output !== undefined).length
  const trigger = triggers.find(({ id }) => id === last?.triggerId) ?? triggers[0]

  const start = () => {
    if (last === undefined && needsInput(trigger)) control.openDialog()
    else void control.start({ triggerId: trigger?.id, input: last?.input ?? {} })
  }
  const stop = async () => {
    try {
      await run.cancel()
    } catch (error) {
      toast.show({ tone: 'danger', title: t.stopFailed, description: describeError(error) })
    }
  }
  if (!hasSteps(document) || !canRun) return null
  return (
    <>
      {pinned > 0 && (
        <Tooltip content={t.pinsNote(pinned)}>
          <span className="hidden items-center gap-1 text-xs whitespace-nowrap text-family-data xl:inline-flex">
            <Pin aria-hidden="true" className="size-3.5" />
            {t.pins(pinned)}
          </span>
        </Tooltip>
      )}
      {run.isLive ? (
        <Button variant="secondary" size="sm" onClick={() => void stop()}>
          <Square aria-hidden="true" className="size-3.5 fill-current" />
          {t.stop}
        </Button>
      ) : (
        <SplitButton
          onClick={start}
          busy={control.isStarting}
          menuLabel={t.menu}
          aria-keyshortcuts="Control+Enter"
          menu={
            <>
              <MenuItem keys="mod+shift+enter" onSelect={() => control.openDialog()}>
                <Play aria-hidden="true" />
                {commandTexts.runWithInput}
              </MenuItem>
              {trigger?.type === 'webhook' && (
                <MenuItem onSelect={() => control.openDialog({ triggerId: trigger.id, source: 'listen' })}>
                  <Radio aria-hidden="true" />
                  {t.listenMenu}
                </MenuItem>
              )}
              {triggers.length > 1 && (
                <>
                  <MenuSeparator />
                  <MenuLabel>{t.trigger}</MenuLabel>
                  {triggers.map((one) => (
                    <MenuItem key={one.id} onSelect={() => control.openDialog({ triggerId: one.id })}>
                      <Play aria-hidden="true" />
                      {nodeTypes.nameOf(one)}
                    </MenuItem>
                  ))}
                </>
              )}
              {session.runId !== undefined && (
                <>
                  <MenuSeparator />
                  <MenuItem
                    onSelect={() =>
                      void navigate({
                        to: '/workflows/$workflowId',
                        params: { workflowId },
                        search: {} as never,
                      })
                    }
                  >
                    {t.closeRun}
                  </MenuItem>
                </>
              )}
            </>
          }
        >
          {!control.isStarting && <Play aria-hidden="true" className="size-3.5" />}
          {last === undefined || Object.keys(last.input).length === 0 ? t.run : t.runWithLast}
        </SplitButton>
      )}
      <RunDialog session={session} document={document} pinned={pinned} />
    </>
  )
}
