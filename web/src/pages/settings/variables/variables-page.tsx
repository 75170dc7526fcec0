import { useQuery } from '@tanstack/react-query'
import { Braces, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { variablesQuery, type Variable } from '../../../api/variables.ts'
import { CommandButton } from '../../../app/commands/command-button.tsx'
import { useCommands } from '../../../app/commands/use-commands.ts'
import { lazyDialog } from '../../../app/lazy-dialog.tsx'
import { useCan } from '../../../app/use-can.ts'
import { Card } from '../../../components/card.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { ErrorState } from '../../../components/error-state.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { Loading, Skeleton } from '../../../components/skeleton.tsx'
import { StaleNotice } from '../../../components/stale-notice.tsx'
import { RelativeTime } from '../../../components/time.tsx'
import * as t from '../../../texts/settings/variables.ts'

const VariableDialog = lazyDialog(
  async () => ({ default: (await import('./variable-dialog.tsx')).VariableDialog }),
  (props) => props.onClose(),
)

/** The variables of the account. Viewers look at them; who may write changes them. */
export function VariablesPage() {
  const canEdit = useCan('variables:write')
  const { data, error, isFetching, refetch } = useQuery(variablesQuery)
  const [opened, setOpened] = useState<Variable | 'new'>()
  const retry = () => void refetch()
  const create = {
    id: 'variables.create',
    title: t.create,
    group: t.title,
    icon: Plus,
    keys: ['c'],
    run: () => setOpened('new'),
  }
  useCommands(canEdit ? [create] : [])
  return (
    <>
      <PageHeader
        title={t.title}
        action={canEdit ? <CommandButton command={create} variant="primary" size="md" /> : undefined}
      >
        {t.intro} {canEdit ? t.secretNote : t.readOnlyNote}
      </PageHeader>
      {data === undefined ? (
        <Card>
          {error ? (
            <ErrorState title={t.loadFailed} error={error} retrying={isFetching} onRetry={retry} />
          ) : (
            <Loading label={t.loading} className="space-y-5 p-5 sm:px-6">
              {['w-48', 'w-56', 'w-40'].map((width) => (
                <Skeleton key={width} className={`h-4 ${width}`} />
              ))}
            </Loading>
          )}
        </Card>
      ) : (
        <div className="space-y-6">
          {error && <StaleNotice error={error} retrying={isFetching} onRetry={retry} />}
          <Card>
            {data.length === 0 ? (
              <EmptyState icon={Braces} title={t.emptyTitle} topic="variables">
                {t.emptyNote}
              </EmptyState>
            ) : (
              <ul aria-label={t.listLabel} className="divide-y divide-line">
                {data.map((variable) => (
                  <VariableRow key={variable.id} variable={variable} onOpen={setOpened} />
                ))}
              </ul>
            )}
          </Card>
        </div>
      )}
      <Suspense>
        {opened !== undefined && (
          <VariableDialog
            variable={opened === 'new' ? undefined : opened}
            canEdit={canEdit}
            onClose={() => setOpened(undefined)}
          />
        )}
      </Suspense>
    </>
  )
}

function VariableRow({ variable, onOpen }: { variable: Variable; onOpen: (variable: Variable) => void }) {
  const { name, value, description, updated_at: at } = variable
  return (
    <li className="relative flex flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-3 transition-colors hover:bg-hover/60 has-[button:focus-visible]:bg-hover sm:px-6">
      <button
        type="button"
        aria-label={t.open(name)}
        onClick={() => onOpen(variable)}
        className="min-w-0 shrink-0 basis-full truncate text-left font-mono text-[0.8125rem] font-medium outline-none after:absolute after:inset-0 sm:basis-56"
      >
        {name}
      </button>
      <span className="min-w-0 flex-1 basis-40">
        <code className="block truncate font-mono text-xs text-muted">{JSON.stringify(value)}</code>
        {description !== '' && <span className="block truncate text-xs text-muted">{description}</span>}
      </span>
      <span className="text-xs text-muted">
        <span className="sr-only">{t.changed} </span>
        <RelativeTime value={at} />
      </span>
    </li>
  )
}
