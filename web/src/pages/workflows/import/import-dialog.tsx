import { FileUp } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import type { ImportedBundle } from '../../../api/bundles.ts'
import { Button } from '../../../components/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../../components/dialog.tsx'
import { Field } from '../../../components/field.tsx'
import { Textarea } from '../../../components/input/textarea.tsx'
import * as common from '../../../texts/common.ts'
import * as actions from '../../../texts/workflows/actions.ts'
import * as t from '../../../texts/workflows/import.ts'
import type { WorkflowDefinition } from '../definition.ts'
import { type ParsedImport, parseImport } from './parse-import.ts'
import { ReviewImport } from './review-import.tsx'

interface ImportDialogProps {
  onClose: () => void
  /** Definitions without ids become new workflows. */
  onImport: (definitions: readonly WorkflowDefinition[]) => void
  /** A bundle was imported. */
  onImported: (title: string, workflows: readonly { id: string }[]) => void
}

const shownNames = 20

/** Creates workflows from a file or from pasted JSON. Of a bundle, it first shows what importing it does. */
export function ImportDialog({ onClose, onImport, onImported }: ImportDialogProps) {
  const fileId = useId()
  const [text, setText] = useState('')
  const [fileName, setFileName] = useState<string>()
  const [review, setReview] = useState<{ bundle: ImportedBundle; attempt: number }>()
  const [attempts, setAttempts] = useState(0)
  const parsed = useMemo(
    () => (text.trim() === '' ? undefined : parseImport(text, fileName ?? actions.untitled)),
    [text, fileName],
  )
  const readFile = async (file: File | undefined) => {
    if (file === undefined) return
    setFileName(file.name.replace(/\.json$/i, ''))
    setText(await file.text())
  }
  const proceed = () => {
    if (parsed === undefined || 'problem' in parsed) return
    if ('definitions' in parsed) return onImport(parsed.definitions)
    setReview({ bundle: parsed.bundle, attempt: attempts })
    setAttempts(attempts + 1)
  }
  if (review !== undefined) {
    return (
      <Dialog
        open
        onDismiss={(trigger) => trigger !== 'outside' && onClose()}
        title={t.reviewTitle}
        description={t.reviewNote}
        size="lg"
      >
        <ReviewImport {...review} onBack={() => setReview(undefined)} onImported={onImported} />
      </Dialog>
    )
  }
  return (
    <Dialog open onDismiss={onClose} title={t.title} description={t.note} size="lg">
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
        <Field label={t.paste} error={problemOf(parsed)}>
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
        {parsed !== undefined && 'bundle' in parsed && (
          <p role="status" className="text-sm">
            {t.foundBundle}
          </p>
        )}
        {parsed !== undefined && 'definitions' in parsed && <Found definitions={parsed.definitions} />}
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button inactive={parsed === undefined || 'problem' in parsed} onClick={proceed}>
          {parsed !== undefined && 'bundle' in parsed ? t.next : t.importNow}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

function problemOf(parsed: ParsedImport | undefined): string | undefined {
  if (parsed === undefined || !('problem' in parsed)) return undefined
  if (parsed.problem === 'other-product') return t.otherProduct(parsed.product)
  return { 'not-json': t.notJson, 'no-workflow': t.noWorkflow, 'empty-bundle': t.emptyBundle }[parsed.problem]
}

function Found({ definitions }: { definitions: readonly WorkflowDefinition[] }) {
  return (
    <div role="status" className="text-sm">
      <p className="font-medium">{t.found(definitions.length)}</p>
      <ul className="mt-1.5 divide-y divide-line rounded-control border border-line">
        {definitions.slice(0, shownNames).map(({ name, nodes }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- names may repeat
          <li key={index} className="flex justify-between gap-4 px-3 py-2">
            <span className="truncate">{name}</span>
            <span className="shrink-0 text-muted">{t.nodes(nodes.length)}</span>
          </li>
        ))}
        {definitions.length > shownNames && (
          <li className="px-3 py-2 text-muted">{actions.moreNames(definitions.length - shownNames)}</li>
        )}
      </ul>
    </div>
  )
}
