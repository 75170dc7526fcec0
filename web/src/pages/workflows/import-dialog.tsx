import { FileUp } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { Textarea } from '../../components/input/textarea.tsx'
import * as common from '../../texts/common.ts'
import * as t from '../../texts/workflows/actions.ts'
import { parseDefinitions, type WorkflowDefinition } from './definition.ts'

interface ImportDialogProps {
  onClose: () => void
  onImport: (definitions: readonly WorkflowDefinition[]) => void
}

/** Creates workflows from a file or from pasted JSON. */
export function ImportDialog({ onClose, onImport }: ImportDialogProps) {
  const fileId = useId()
  const [text, setText] = useState('')
  const [fileName, setFileName] = useState<string>()
  const parsed = text.trim() === '' ? undefined : parseDefinitions(text, fileName ?? t.untitled)
  const definitions = parsed !== undefined && 'definitions' in parsed ? parsed.definitions : undefined
  const error =
    parsed !== undefined && 'problem' in parsed
      ? parsed.problem === 'not-json'
        ? t.notJson
        : t.noWorkflow
      : undefined
  const readFile = async (file: File | undefined) => {
    if (file === undefined) return
    setFileName(file.name.replace(/\.json$/i, ''))
    setText(await file.text())
  }
  return (
    <Dialog open onDismiss={onClose} title={t.importTitle} description={t.importNote} size="lg">
      <DialogBody>
        <label
          htmlFor={fileId}
          className="relative flex flex-col items-center gap-1 rounded-card border border-dashed border-line-strong px-4 py-6 text-sm transition-colors focus-within:outline-2 focus-within:outline-focus hover:bg-hover"
        >
          <FileUp aria-hidden="true" className="size-5 text-muted" />
          <span className="font-medium">{fileName ?? t.chooseFile}</span>
          <span className="text-muted">{t.dropFile}</span>
          <input
            id={fileId}
            type="file"
            accept="application/json,.json"
            // Covers the area, so that a file can be dropped anywhere on it.
            className="absolute inset-0 cursor-pointer opacity-0"
            onChange={(event) => void readFile(event.target.files?.[0])}
          />
        </label>
        <Field label={t.paste} error={error}>
          {(control) => (
            <Textarea
              {...control}
              value={text}
              rows={4}
              maxLines={10}
              spellCheck={false}
              onChange={(event) => setText(event.target.value)}
              className="font-mono text-xs md:text-xs"
            />
          )}
        </Field>
        {definitions !== undefined && (
          <div role="status" className="text-sm">
            <p className="font-medium">{t.found(definitions.length)}</p>
            <ul className="mt-1.5 divide-y divide-line rounded-control border border-line">
              {definitions.slice(0, 20).map(({ name, nodes }, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- names may repeat
                <li key={index} className="flex justify-between gap-4 px-3 py-2">
                  <span className="truncate">{name}</span>
                  <span className="shrink-0 text-muted">{t.nodes(nodes.length)}</span>
                </li>
              ))}
              {definitions.length > 20 && (
                <li className="px-3 py-2 text-muted">{t.moreNames(definitions.length - 20)}</li>
              )}
            </ul>
          </div>
        )}
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button inactive={definitions === undefined} onClick={() => definitions && onImport(definitions)}>
          {t.importNow}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
