import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ClipboardList, type LucideIcon, Radio, RefreshCw, Webhook } from 'lucide-react'
import type { TriggerOverview } from '../../api/triggers.ts'
import { Badge } from '../../components/badge.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import * as t from '../../texts/triggers/page.ts'
import { PollFacts, ResetPoll } from '../../triggers/poll-facts.tsx'
import { LastCalls, PausedMark, ProblemList } from '../../triggers/trigger-facts.tsx'
import { RowActions, TriggerName } from './trigger-row.tsx'

const icons: Readonly<Record<TriggerOverview['kind'], LucideIcon>> = {
  schedule: Radio,
  poll: RefreshCw,
  webhook: Webhook,
  form: ClipboardList,
  event: Radio,
}

interface InboundSectionProps {
  triggers: readonly TriggerOverview[]
  canEdit: boolean
}

/** Inbound webhooks, polls, forms and events, with what they started last. */
export function InboundSection({ triggers, canEdit }: InboundSectionProps) {
  return (
    <section aria-label={t.inbound} className="rounded-card border border-line bg-surface">
      <h2 className="flex items-center gap-2 border-b border-line px-4 py-2.5 text-sm font-semibold">
        <Webhook aria-hidden="true" className="size-4 text-family-trigger" />
        {t.inbound}
      </h2>
      {triggers.length === 0 ? (
        <p className="px-4 py-5 text-[0.8125rem] text-muted">{t.noInbound}</p>
      ) : (
        <ul aria-label={t.inbound} className="divide-y divide-line">
          {triggers.map((trigger) => (
            <InboundRow key={trigger.id} trigger={trigger} canEdit={canEdit} />
          ))}
        </ul>
      )}
    </section>
  )
}

function InboundRow({ trigger, canEdit }: { trigger: TriggerOverview; canEdit: boolean }) {
  const Icon = icons[trigger.kind]
  return (
    <li
      className={clsx(
        'space-y-2 px-4 py-2.5 lg:grid lg:grid-cols-[17rem_minmax(0,1fr)_15rem_6.5rem] lg:items-center lg:gap-x-4 lg:space-y-0',
        trigger.state === 'paused' && 'bg-warning-soft/45 shadow-[inset_3px_0_0_var(--color-warning)]',
      )}
    >
      <div className="flex min-w-0 items-center gap-3">
        <span className="grid size-8 shrink-0 place-items-center rounded-control bg-family-trigger-soft text-family-trigger">
          <Icon aria-hidden="true" className="size-4" />
        </span>
        <div className="min-w-0 flex-1">
          <TriggerName trigger={trigger} />
        </div>
        <span className="lg:hidden">
          <RowActions trigger={trigger} canEdit={canEdit} />
        </span>
      </div>
      <div className="flex min-w-0 items-center gap-2">
        <Badge>{t.kinds[trigger.kind]}</Badge>
        <Address trigger={trigger} />
        <PollFacts trigger={trigger} />
        {trigger.kind === 'poll' && canEdit && (
          <span className="ml-auto shrink-0">
            <ResetPoll trigger={trigger} />
          </span>
        )}
      </div>
      <LastCalls trigger={trigger} />
      <span className="hidden justify-end lg:flex">
        <RowActions trigger={trigger} canEdit={canEdit} />
      </span>
      {(trigger.pause !== null || trigger.problems.length > 0) && (
        <div className="space-y-1 pt-1 lg:col-span-4 lg:pl-11">
          {trigger.pause !== null && <PausedMark pause={trigger.pause} />}
          <ProblemList trigger={trigger} />
        </div>
      )}
    </li>
  )
}

/** Where calls come in. */
function Address({ trigger: { url, form } }: { trigger: TriggerOverview }) {
  if (form !== undefined) {
    return (
      <Link
        to="/forms/$formId"
        params={{ formId: form.id }}
        className="min-w-0 truncate text-[0.8125rem] text-accent-ink hover:underline"
      >
        {t.openForm(form.name)}
      </Link>
    )
  }
  if (url === undefined) return null
  return (
    <>
      <code title={url} className="min-w-0 truncate rounded-[0.375rem] bg-sunken px-2 py-1 font-mono text-xs">
        {url}
      </code>
      <CopyButton text={url} contentName={t.address} />
    </>
  )
}
