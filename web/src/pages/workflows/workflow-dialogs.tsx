import { useQueries } from '@tanstack/react-query'
import { triggersQuery, type WorkflowSummary } from '../../api/workflows.ts'
import { ConfirmDialog } from '../../components/overlay/confirm-dialog.tsx'
import { errors } from '../../texts/problem-counts.ts'
import * as t from '../../texts/workflows/actions.ts'
import { ImportDialog } from './import/import-dialog.tsx'
import { LabelsDialog } from './labels-dialog.tsx'
import type { WorkflowActions, WorkflowDialog } from './use-workflow-actions.ts'

interface WorkflowDialogsProps {
  dialog: WorkflowDialog
  actions: WorkflowActions
  tags: readonly string[]
  folders: readonly string[]
}

/** The dialog that an action opened. */
export function WorkflowDialogs({ dialog, actions, tags, folders }: WorkflowDialogsProps) {
  const close = () => actions.setDialog(undefined)
  switch (dialog.kind) {
    case 'import':
      return (
        <ImportDialog
          onClose={close}
          onImport={(definitions) => void actions.importAll(definitions)}
          onImported={actions.announceImport}
        />
      )
    case 'labels':
      return (
        <LabelsDialog
          workflows={dialog.workflows}
          tags={tags}
          folders={folders}
          onClose={close}
          onSave={(change) => void actions.saveLabels(dialog.workflows, change)}
        />
      )
    case 'publish':
      return (
        <ConfirmDialog
          open
          title={t.publishTitle(dialog.workflows.length)}
          confirmLabel={t.publishAnyway}
          onConfirm={() => void actions.publishNow(dialog.workflows)}
          onCancel={close}
        >
          <p>{t.publishNote}</p>
          <ul className="divide-y divide-line rounded-control border border-line">
            {dialog.workflows
              .filter(({ id }) => dialog.problems.has(id))
              .map(({ id, name }) => (
                <li key={id} className="flex justify-between gap-4 px-3 py-2">
                  <span className="truncate font-medium">{name}</span>
                  <span className="shrink-0 text-danger-ink">{errors(dialog.problems.get(id) ?? 0)}</span>
                </li>
              ))}
          </ul>
        </ConfirmDialog>
      )
    case 'unpublish':
      return (
        <ConfirmDialog
          open
          title={t.unpublishTitle(dialog.workflows[0]?.name ?? '', dialog.workflows.length)}
          confirmLabel={t.unpublish}
          onConfirm={() => void actions.unpublish(dialog.workflows)}
          onCancel={close}
        >
          <p>{t.unpublishNote}</p>
          <StoppedTriggers workflows={dialog.workflows} />
        </ConfirmDialog>
      )
    case 'delete':
      return (
        <ConfirmDialog
          open
          tone="danger"
          title={t.deleteTitle(dialog.workflows[0]?.name ?? '', dialog.workflows.length)}
          confirmLabel={t.remove}
          onConfirm={() => void actions.remove(dialog.workflows)}
          onCancel={close}
        >
          <p>{t.deleteNote}</p>
          {dialog.workflows.length > 1 && (
            <Names intro={t.deleteList} names={dialog.workflows.map(({ name }) => name)} />
          )}
          <StoppedTriggers workflows={dialog.workflows} />
        </ConfirmDialog>
      )
  }
}

const shownNames = 6

/** Names the triggers that stop, so that nobody is surprised. */
function StoppedTriggers({ workflows }: { workflows: readonly WorkflowSummary[] }) {
  const live = workflows.filter(({ status }) => status === 'published').slice(0, 20)
  const results = useQueries({ queries: live.map(({ id }) => triggersQuery(id)) })
  const names = live.flatMap(({ name }, index) =>
    (results[index]?.data ?? [])
      .filter(({ active }) => active)
      .map(({ kind }) => t.triggerOf(t.triggerKinds[kind], name)),
  )
  return names.length === 0 ? null : <Names intro={t.stops} names={names} />
}

function Names({ intro, names }: { intro: string; names: readonly string[] }) {
  return (
    <div>
      <p>{intro}</p>
      <ul className="mt-1.5 list-disc space-y-0.5 pl-5 text-muted">
        {names.slice(0, shownNames).map((name, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- names may repeat, and the list does not change
          <li key={index} className="break-words">
            {name}
          </li>
        ))}
        {names.length > shownNames && <li>{t.moreNames(names.length - shownNames)}</li>}
      </ul>
    </div>
  )
}
