import { Plus, Upload, Workflow } from 'lucide-react'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import * as actionTexts from '../../texts/workflows/actions.ts'
import * as t from '../../texts/workflows/list.ts'
import { starters } from './starters.ts'

interface WorkflowsEmptyProps {
  canEdit: boolean
  onCreate: (workflow?: (typeof starters)[number]['workflow']) => void
  onImport: () => void
}

/** Helps a newcomer to start. */
export function WorkflowsEmpty({ canEdit, onCreate, onImport }: WorkflowsEmptyProps) {
  if (!canEdit) {
    return (
      <EmptyState icon={Workflow} title={t.viewerEmptyTitle} topic="workflows">
        {t.viewerEmptyNote}
      </EmptyState>
    )
  }
  return (
    <div className="overflow-y-auto">
      <EmptyState
        icon={Workflow}
        title={t.emptyTitle}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <Button onClick={() => onCreate()}>
              <Plus aria-hidden="true" className="size-4" />
              {actionTexts.create}
            </Button>
            <Button variant="secondary" onClick={onImport}>
              <Upload aria-hidden="true" className="size-4" />
              {actionTexts.importJson}
            </Button>
          </div>
        }
      >
        {t.emptyNote}
      </EmptyState>
      <ul className="mx-auto grid max-w-4xl gap-3 px-4 pb-10 sm:grid-cols-3 sm:px-6">
        {starters.map(({ id, icon: Icon, title, description, workflow }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => onCreate(workflow)}
              className="flex h-full w-full flex-col items-start gap-2 rounded-card border border-line bg-surface p-4 text-left transition-colors hover:border-line-strong hover:bg-hover"
            >
              <Icon aria-hidden="true" className="size-5 text-accent-ink" strokeWidth={1.8} />
              <span className="text-sm font-medium">{title}</span>
              <span className="text-[0.8125rem] text-muted">{description}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
