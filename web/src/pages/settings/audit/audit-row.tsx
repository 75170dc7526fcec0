import { Bot, ChevronRight, KeyRound, UserRound, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AuditEntry } from '../../../api/audit.ts'
import { Button } from '../../../components/button.tsx'
import { RichText } from '../../../components/rich-text.tsx'
import { RelativeTime } from '../../../components/time.tsx'
import * as t from '../../../texts/settings/audit.ts'

const icons: Record<AuditEntry['actor']['kind'], LucideIcon> = {
  person: UserRound,
  key: KeyRound,
  system: Bot,
}

interface AuditRowProps {
  entry: AuditEntry
  onResource: (id: string) => void
}

/** One entry as a sentence; everything else that is known about it unfolds. */
export function AuditRow({ entry, onResource }: AuditRowProps) {
  const { actor, action, resource, details } = entry
  const Icon = icons[actor.kind]
  return (
    <li>
      <details className="group">
        <summary className="flex cursor-pointer list-none flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 text-[0.8125rem] hover:bg-hover sm:px-5 [&::-webkit-details-marker]:hidden">
          <ChevronRight
            aria-hidden="true"
            className="size-4 shrink-0 text-muted transition-transform group-open:rotate-90"
          />
          <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
          <span className="sr-only">{t.actorKinds[actor.kind]}</span>
          <span className="min-w-0 flex-1 text-muted">
            <strong className="font-medium break-words text-ink">{actor.name}</strong>{' '}
            <Sentence entry={entry} />
          </span>
          <span className="text-muted max-sm:basis-full max-sm:pl-14 sm:ml-auto">
            <RelativeTime value={entry.at} />
          </span>
        </summary>
        <dl className="grid gap-x-6 gap-y-1.5 border-t border-line bg-sunken px-4 py-3 text-[0.8125rem] sm:grid-cols-[7rem_1fr] sm:px-5 sm:pl-12">
          <Fact term={t.actionName}>{action}</Fact>
          {entry.address !== null && <Fact term={t.address}>{entry.address}</Fact>}
          {entry.request_id !== null && <Fact term={t.requestId}>{entry.request_id}</Fact>}
          {resource.id !== null && <Fact term={t.resourceId}>{resource.id}</Fact>}
          {Object.keys(details).length > 0 && <Fact term={t.details}>{describeDetails(details)}</Fact>}
          {resource.id !== null && (
            <div className="pt-1 sm:col-span-2">
              <dt className="sr-only">{t.resourceId}</dt>
              <dd>
                <Button variant="secondary" size="sm" onClick={() => onResource(resource.id ?? '')}>
                  {t.showAll}
                </Button>
              </dd>
            </div>
          )}
        </dl>
      </details>
    </li>
  )
}

function Sentence({ entry: { actor, action, resource } }: { entry: AuditEntry }) {
  const name = <strong className="font-medium break-words text-ink">{resource.name ?? t.unnamed}</strong>
  const text =
    (resource.id === actor.id ? t.ownSentences[action] : undefined) ??
    (resource.name === null ? t.unnamedSentences[action] : undefined) ??
    t.sentences[action]
  return text === undefined ? (
    <RichText text={t.unknownAction} slots={{ action: <code>{action}</code>, name }} />
  ) : (
    <RichText<'{name}'> text={text as '{name}'} slots={{ name }} />
  )
}

/** "changed: name, status; from: editor" */
function describeDetails(details: AuditEntry['details']): string {
  return Object.entries(details)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : listText(value)}`)
    .join('; ')
}

function listText(value: unknown): string {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
    ? value.join(', ')
    : JSON.stringify(value)
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-muted">{term}</dt>
      <dd className="min-w-0 font-mono text-xs leading-5 break-all">{children}</dd>
    </div>
  )
}
