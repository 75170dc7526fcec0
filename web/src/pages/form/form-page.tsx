import { Link, Outlet, useNavigate, useParams } from '@tanstack/react-router'
import { ExternalLink, Inbox, Link2, Pencil, Settings2, Share2 } from 'lucide-react'
import { useEffect } from 'react'
import { useCommands } from '../../app/commands/use-commands.ts'
import { buttonClass } from '../../components/button.tsx'
import { copyText } from '../../components/copy-text.ts'
import { ErrorState } from '../../components/error-state.tsx'
import { tabClass } from '../../components/panel/tabs.tsx'
import { Loading, Skeleton } from '../../components/skeleton.tsx'
import { toast } from '../../components/toast-store.ts'
import type { MergeConflict } from '../../editor/model/merge-documents.ts'
import { SaveIndicator } from '../../editor/sync/save-indicator.tsx'
import { FormContext } from '../../forms/model/form-context.ts'
import { useFormContent } from '../../forms/model/use-form-content.ts'
import { type OpenForm, useFormDocument } from '../../forms/model/use-form-document.ts'
import type { GraphNode } from '../../graph/types.ts'
import * as common from '../../texts/common.ts'
import * as builderTexts from '../../texts/forms/builder.ts'
import * as listTexts from '../../texts/forms/list.ts'
import * as t from '../../texts/forms/page.ts'
import * as syncTexts from '../../texts/forms/sync.ts'
import { FormStateBadge } from '../forms/form-state.tsx'

const tabs = [
  { name: 'build', to: '/forms/$formId', icon: Pencil },
  { name: 'share', to: '/forms/$formId/share', icon: Share2 },
  { name: 'submissions', to: '/forms/$formId/submissions', icon: Inbox },
  { name: 'settings', to: '/forms/$formId/settings', icon: Settings2 },
] as const

const words = { problemNotes: syncTexts.problemNotes, copyAsNew: syncTexts.copyAsNew }

/** A form: its header, and below it the current tab. */
export function FormPage() {
  const { formId = '' } = useParams({ strict: false })
  const opened = useFormDocument(formId)
  if (opened.status === 'error')
    return <ErrorState title={t.loadFailed} error={opened.error} onRetry={() => opened.retry()} />
  if (opened.status === 'loading') return <FormSkeleton />
  return <FormView key={formId} formId={formId} opened={opened} />
}

function FormView({ formId, opened }: { formId: string; opened: OpenForm }) {
  const { form, store, canEdit } = opened
  const { name } = useFormContent(store)
  const navigate = useNavigate()
  const shownName = name.trim() === '' ? builderTexts.namePlaceholder : name
  useEffect(() => {
    document.title = common.documentTitle(shownName)
  }, [shownName])
  useCommands([
    ...tabs.map(({ name: tab, to, icon }, index) => ({
      id: `form.tab-${tab}`,
      title: t.goTo[tab],
      group: t.group,
      icon,
      keys: [`${index + 1}`],
      run: () => navigate({ to, params: { formId } }),
    })),
    {
      id: 'form.copy-link',
      title: t.copyLink,
      group: t.group,
      icon: Link2,
      keys: ['l'],
      run: async () => {
        const isCopied = await copyText(form.url, document.body)
        toast.show(
          isCopied ? { tone: 'success', title: t.linkCopied } : { tone: 'danger', title: t.copyFailed },
        )
      },
    },
  ])
  return (
    <FormContext value={opened}>
      <div className="flex min-h-0 flex-1 flex-col">
        <header
          aria-label={t.header}
          className="flex min-h-12 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-surface px-3 py-1.5 text-[0.8125rem] sm:px-4 lg:h-12 lg:flex-nowrap lg:py-0"
        >
          <div className="flex min-w-0 items-center gap-1.5">
            <Link to="/forms" className="hidden rounded px-1 text-muted hover:text-ink md:block">
              {listTexts.title}
            </Link>
            <span aria-hidden="true" className="hidden text-muted md:block">
              /
            </span>
            <h1 dir="auto" className="min-w-0 truncate text-sm font-semibold">
              {shownName}
            </h1>
          </div>
          {form.statistics && <FormStateBadge state={form.statistics.state} />}
          {canEdit ? (
            <SaveIndicator
              document={opened}
              words={words}
              describeConflict={describeConflict}
              onCopied={(id) => void navigate({ to: '/forms/$formId', params: { formId: id } })}
            />
          ) : (
            <span className="min-w-0 truncate text-muted">{t.readOnly}</span>
          )}
          <a
            href={form.url}
            target="_blank"
            rel="noreferrer"
            title={t.openPageNote}
            className={buttonClass('secondary', 'sm', 'ml-auto')}
          >
            <ExternalLink aria-hidden="true" className="size-4" />
            <span className="max-sm:sr-only">{t.openPage}</span>
          </a>
        </header>
        <nav
          aria-label={t.tabs}
          className="flex h-10 shrink-0 items-stretch gap-4 overflow-x-auto border-b border-line bg-surface px-3 sm:px-4"
        >
          {tabs.map(({ name: tab, to }) => (
            <Link
              key={tab}
              to={to}
              params={{ formId }}
              activeOptions={{ exact: true, includeSearch: false }}
              className={tabClass}
            >
              {t.tabNames[tab]}
              {tab === 'submissions' && (form.statistics?.submissions ?? 0) > 0 && (
                <span className="rounded-full bg-sunken px-1.5 text-[0.6875rem] leading-4.5 font-semibold text-muted">
                  {t.submissionCount(form.statistics?.submissions ?? 0)}
                </span>
              )}
            </Link>
          ))}
        </nav>
        <Outlet />
      </div>
    </FormContext>
  )
}

function describeConflict({ subject, key, path, mine, theirs }: MergeConflict, shown?: GraphNode) {
  const member = path.filter((part) => part !== 'data').join(' · ')
  if (subject !== 'node') return { subject: syncTexts.conflictOf.setting(key), member }
  const side = shown ?? ((path.length === 0 ? (mine ?? theirs) : undefined) as GraphNode | undefined)
  const label = side?.data?.['label']
  const name = typeof label === 'string' && label !== '' ? label : key
  return { subject: syncTexts.conflictOf.field(name), member }
}

function FormSkeleton() {
  return (
    <Loading label={t.loading} className="flex min-h-0 flex-1 flex-col">
      <div className="flex h-22 flex-col justify-center gap-4 border-b border-line px-4">
        <Skeleton className="h-4 w-56" />
        <Skeleton className="h-3 w-72" />
      </div>
      <div className="flex-1 bg-canvas p-8">
        <Skeleton className="mx-auto h-96 w-full max-w-2xl rounded-2xl" />
      </div>
    </Loading>
  )
}
