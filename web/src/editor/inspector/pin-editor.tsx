import { useMutation } from '@tanstack/react-query'
import { Pin, PinOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { describeError } from '../../api/api-error.ts'
import { fetchOperation } from '../../api/call.ts'
import * as operations from '../../api/generated/operations.ts'
import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../components/dialog.tsx'
import { Menu, MenuItem } from '../../components/menu.tsx'
import { CodeEditor } from '../../expressions/code/code-editor.tsx'
import type { JsonValue } from '../../graph/types.ts'
import * as common from '../../texts/common.ts'
import * as t from '../../texts/editor/inspector.ts'
import { pinOutput } from '../model/edits/parameters.ts'
import { useEditorStore } from '../model/editor-store.ts'
import { useJsonText } from './controls/json-parameter.tsx'
import { useBoundNode, useNodeBinding } from './form/binding.tsx'

interface PinControlProps {
  /** The step of the run in view whose output can be pinned. */
  step: { readonly executionId: string; readonly key: string } | undefined
}

/** A larger document would make every save slow. */
const MAX_PIN_BYTES = 256 * 1024

/** Pins the output of a node: from the run in view, or typed. */
export function PinControl({ step }: PinControlProps) {
  const store = useEditorStore()
  const node = useBoundNode()
  const { isReadOnly } = useNodeBinding()
  const [isEditing, setEditing] = useState(false)
  const nodeId = node?.id ?? ''
  const pinned = node?.pinned_output
  const pin = (value: JsonValue | undefined) =>
    store.edit(value === undefined ? t.unpin : t.pinOutput, (draft) => pinOutput(draft, nodeId, value))
  const fromRun = useMutation({
    mutationFn: async ({ executionId, key }: NonNullable<PinControlProps['step']>) => {
      const response = await fetchOperation(operations.downloadExecutionData, {
        params: { id: executionId },
        query: { step: key, part: 'output' },
      })
      const text = await response.text()
      if (text.length > MAX_PIN_BYTES) throw new Error(t.pinTooLarge)
      return JSON.parse(text) as JsonValue
    },
    onSuccess: pin,
  })
  if (isReadOnly) return pinned === undefined ? null : <PinNotice />
  return (
    <div className="space-y-2">
      {pinned === undefined ? (
        <Menu
          align="end"
          trigger={
            <Button
              variant="secondary"
              size="sm"
              busy={fromRun.isPending}
              className="md:h-7 md:px-2.5 md:text-xs"
            >
              <Pin aria-hidden="true" className="size-3.5" />
              {t.pinOutput}
            </Button>
          }
        >
          {step !== undefined && <MenuItem onSelect={() => fromRun.mutate(step)}>{t.pinFromRun}</MenuItem>}
          <MenuItem onSelect={() => setEditing(true)}>{t.pinTyped}</MenuItem>
        </Menu>
      ) : (
        <PinNotice>
          <Button
            variant="ghost"
            size="sm"
            onClick={() => setEditing(true)}
            className="md:h-6 md:px-2 md:text-xs"
          >
            {t.editPin}
          </Button>
          <Button
            variant="ghost"
            size="sm"
            onClick={() => pin(undefined)}
            className="md:h-6 md:px-2 md:text-xs"
          >
            <PinOff aria-hidden="true" className="size-3.5" />
            {t.unpin}
          </Button>
        </PinNotice>
      )}
      {fromRun.error !== null && (
        <p role="alert" className="text-xs text-danger-ink">
          {fromRun.error.message === t.pinTooLarge ? t.pinTooLarge : describeError(fromRun.error)}
        </p>
      )}
      {isEditing && (
        <PinDialog
          initial={pinned ?? {}}
          onClose={() => setEditing(false)}
          onPin={(value) => {
            setEditing(false)
            pin(value)
          }}
        />
      )}
    </div>
  )
}

function PinNotice({ children }: { children?: ReactNode }) {
  return (
    <div className="flex items-center gap-2 rounded-control bg-warning-soft py-1 pr-1 pl-2.5 text-xs text-warning-ink">
      <Pin aria-hidden="true" className="size-3.5 shrink-0" />
      <span className="min-w-0 flex-1">{t.pinnedHelp}</span>
      {children}
    </div>
  )
}

interface PinDialogProps {
  /** What the text starts with. */
  initial: JsonValue
  onPin: (value: JsonValue) => void
  onClose: () => void
}

function PinDialog({ initial, onPin, onClose }: PinDialogProps) {
  const [next, setNext] = useState<JsonValue | undefined>(initial)
  // The text follows what was typed, and nothing that changes behind the dialog.
  const { text, error, onChange } = useJsonText(next, setNext)
  return (
    <Dialog
      open
      onDismiss={(trigger) => trigger !== 'outside' && onClose()}
      title={t.pinTitle}
      description={t.pinnedHelp}
      size="lg"
    >
      <DialogBody>
        {error !== undefined && (
          <Alert tone="danger" live>
            {t.invalidJson(error)}
          </Alert>
        )}
        <div className="h-[50dvh]">
          <CodeEditor
            value={text}
            onChange={onChange}
            language="json"
            label={t.pinTitle}
            isInvalid={error !== undefined}
            isTall
          />
        </div>
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button
          inactive={error !== undefined || next === undefined}
          onClick={() => next !== undefined && onPin(next)}
        >
          {t.pin}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
