import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { WorkflowSummary } from '../../api/workflows.ts'
import { Button } from '../../components/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../components/dialog.tsx'
import { Field, FieldError } from '../../components/field.tsx'
import { Combobox } from '../../components/input/combobox.tsx'
import { controlClass } from '../../components/input/control.ts'
import * as common from '../../texts/common.ts'
import * as t from '../../texts/workflows/actions.ts'
import { SelectionBox } from '../../components/selection/selection-box.tsx'

interface LabelsDialogProps {
  workflows: readonly WorkflowSummary[]
  /** The tags and folders that exist. */
  tags: readonly string[]
  folders: readonly string[]
  onClose: () => void
  onSave: (change: (workflow: WorkflowSummary) => { tags: string[]; folder: string }) => void
}

const keep = ' keep'
const none = ' none'
const maxTagLength = 50

/** Edits the tags and the folder of one or many workflows. Tags that only some of them have stay as they are. */
export function LabelsDialog({ workflows, tags, folders, onClose, onSave }: LabelsDialogProps) {
  const [first] = workflows
  const [added, setAdded] = useState<readonly string[]>([])
  const [changes, setChanges] = useState<ReadonlyMap<string, boolean>>(new Map())
  const sameFolder = workflows.every(({ folder = '' }) => folder === (first?.folder ?? ''))
  const [folder, setFolder] = useState(sameFolder ? first?.folder || none : keep)
  const known = [...new Set([...tags, ...workflows.flatMap((one) => one.tags ?? []), ...added])].sort()
  const stateOf = (tag: string): boolean | 'mixed' => {
    const changed = changes.get(tag)
    if (changed !== undefined) return changed
    const count = workflows.filter((one) => one.tags?.includes(tag)).length
    return count === 0 ? false : count === workflows.length ? true : 'mixed'
  }
  const change = (workflow: WorkflowSummary) => {
    const next = new Set(workflow.tags)
    for (const [tag, isOn] of changes) {
      if (isOn) next.add(tag)
      else next.delete(tag)
    }
    return {
      tags: [...next],
      folder: folder === keep ? (workflow.folder ?? '') : folder === none ? '' : folder,
    }
  }
  const folderOptions = [...new Set([...folders, ...(folder === keep || folder === none ? [] : [folder])])]
  return (
    <Dialog open onDismiss={onClose} title={t.labelsTitle(first?.name ?? '', workflows.length)}>
      <DialogBody>
        <fieldset className="space-y-2">
          <legend className="text-sm font-medium">{t.tags}</legend>
          {known.length === 0 && <p className="text-sm text-muted">{t.noTags}</p>}
          <ul className="max-h-56 space-y-1 overflow-y-auto px-1">
            {known.map((tag) => (
              <li key={tag} className="flex min-h-8 items-center gap-3 text-sm">
                <SelectionBox
                  label={tag}
                  checked={stateOf(tag)}
                  onToggle={() => setChanges(new Map(changes).set(tag, stateOf(tag) !== true))}
                />
                <span aria-hidden="true" className="truncate">
                  {tag}
                </span>
              </li>
            ))}
          </ul>
          <NewTag
            onAdd={(tag) => {
              setAdded([...added, tag])
              setChanges(new Map(changes).set(tag, true))
            }}
          />
        </fieldset>
        <Field label={t.folder} hint={t.folderHint}>
          {(control) => (
            <Combobox
              {...control}
              value={folder}
              onChange={setFolder}
              onCreate={(text) => setFolder(text.replaceAll(/^\/+|\/+$/g, '').slice(0, 200))}
              createLabel={t.createFolder}
              options={[
                ...(sameFolder ? [] : [{ value: keep, label: t.keepFolder }]),
                { value: none, label: t.noFolder },
                ...folderOptions.map((value) => ({ value, label: value })),
              ]}
            />
          )}
        </Field>
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button onClick={() => onSave(change)}>{t.save}</Button>
      </DialogFooter>
    </Dialog>
  )
}

function NewTag({ onAdd }: { onAdd: (tag: string) => void }) {
  const [text, setText] = useState('')
  const tag = text.trim()
  const isTooLong = tag.length > maxTagLength
  const add = () => {
    if (tag === '' || isTooLong) return
    onAdd(tag)
    setText('')
  }
  return (
    <div className="space-y-1.5">
      <div className="flex gap-2">
        <input
          aria-label={t.newTag}
          placeholder={t.newTag}
          aria-invalid={isTooLong || undefined}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
          className={controlClass(false)}
        />
        <Button variant="secondary" inactive={tag === '' || isTooLong} onClick={add}>
          <Plus aria-hidden="true" className="size-4" />
          {t.addTag}
        </Button>
      </div>
      {isTooLong && <FieldError>{t.tagTooLong}</FieldError>}
    </div>
  )
}
