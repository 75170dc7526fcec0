import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import type { CatalogueEntry, Integration } from '../../api/integrations.ts'
import { Button } from '../../components/button.tsx'
import { RichText } from '../../components/rich-text.tsx'
import { RelativeTime } from '../../components/time.tsx'
import { ServiceTile } from '../../connections/service-tile.tsx'
import * as t from '../../texts/connections/integrations.ts'
import { IntegrationStatusBadge } from './credential-status.tsx'

interface IntegrationListProps {
  integrations: readonly Integration[]
  catalogue: readonly CatalogueEntry[]
  /** The types of all connected integrations, whatever the filters. */
  connectedTypes: ReadonlySet<string>
  /** Only what every account has from the start is connected. */
  isNew: boolean
  openId: string | undefined
  canEdit: boolean
  onConnect: (entry: CatalogueEntry) => void
}

/** What is connected, and the services that can be. */
export function IntegrationList({
  integrations,
  catalogue,
  connectedTypes,
  isNew,
  openId,
  canEdit,
  onConnect,
}: IntegrationListProps) {
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolling by keyboard needs the focus
      tabIndex={0}
      className="min-h-0 flex-1 space-y-6 overflow-y-auto border-t border-line px-4 py-5 -outline-offset-2 sm:px-6"
    >
      {isNew && (
        <p className="max-w-2xl text-[0.8125rem] text-muted">
          {canEdit ? t.nothingConnected : t.viewerNothingConnected}
        </p>
      )}
      {integrations.length > 0 && (
        <section aria-label={t.connected} className="space-y-2.5">
          <h2 className="text-[0.8125rem] font-semibold">{t.connected}</h2>
          <ul className="divide-y divide-line rounded-card border border-line bg-surface">
            {integrations.map((integration) => (
              <li
                key={integration.id}
                data-selected={integration.id === openId}
                className="relative flex items-center gap-3 px-3 py-2.5 text-[0.8125rem] transition-colors first:rounded-t-card last:rounded-b-card hover:bg-hover/60 has-[a:focus-visible]:bg-hover data-[selected=true]:bg-accent-soft/60"
              >
                <ServiceTile
                  type={integration.type}
                  name={serviceName(integration, catalogue) ?? integration.name}
                />
                <div className="min-w-0 flex-1">
                  <Link
                    from="/connections"
                    to="."
                    search={({ service: _, ...search }) => ({ ...search, integration: integration.id })}
                    replace
                    dir="auto"
                    className="block truncate font-medium outline-none after:absolute after:inset-0"
                  >
                    {integration.name}
                  </Link>
                  <span className="block truncate text-xs text-muted">
                    {serviceName(integration, catalogue) ?? t.imported}
                  </span>
                </div>
                {integration.last_tested_at !== null && (
                  <span className="text-muted max-sm:hidden">
                    <RichText
                      text={t.tested}
                      slots={{ when: <RelativeTime value={integration.last_tested_at} /> }}
                    />
                  </span>
                )}
                <IntegrationStatusBadge status={integration.status} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {catalogue.length > 0 && (
        <section aria-label={t.catalogue} className="space-y-2.5">
          <h2 className="text-[0.8125rem] font-semibold">{t.catalogue}</h2>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(17rem,100%),1fr))] gap-3">
            {catalogue.map((entry) => (
              <CatalogueCard
                key={entry.type}
                entry={entry}
                isOpen={openId === entry.type}
                isConnected={connectedTypes.has(entry.type)}
                canConnect={canEdit && entry.credential !== null}
                onConnect={() => onConnect(entry)}
              />
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

interface CatalogueCardProps {
  entry: CatalogueEntry
  isOpen: boolean
  isConnected: boolean
  canConnect: boolean
  onConnect: () => void
}

function CatalogueCard({ entry, isOpen, isConnected, canConnect, onConnect }: CatalogueCardProps) {
  return (
    <li
      className={clsx(
        'relative flex flex-col gap-2.5 rounded-card border bg-surface p-3.5 text-[0.8125rem] transition-colors hover:border-line-strong has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-focus',
        isOpen ? 'border-accent' : 'border-line',
      )}
    >
      <div className="flex items-center gap-3">
        <ServiceTile type={entry.type} name={entry.name} size="lg" />
        <div className="min-w-0 flex-1">
          <Link
            from="/connections"
            to="."
            search={({ integration: _, ...search }) => ({ ...search, service: entry.type })}
            replace
            className="block truncate font-medium outline-none after:absolute after:inset-0"
          >
            {entry.name}
          </Link>
          <span className="text-xs text-muted">{t.actionCount(entry.actions.length)}</span>
        </div>
        {isConnected && (
          <span className="flex items-center gap-1 text-xs text-success-ink">
            <Check aria-hidden="true" className="size-3.5" />
            {t.isConnected}
          </span>
        )}
      </div>
      <p className="line-clamp-2 flex-1 text-muted">{entry.summary}</p>
      {canConnect && (
        <div>
          <Button
            size="sm"
            variant="secondary"
            aria-label={t.connectNamed(entry.name)}
            onClick={onConnect}
            className="relative z-10"
          >
            {t.connect}
          </Button>
        </div>
      )}
    </li>
  )
}

export function serviceName({ type }: Integration, catalogue: readonly CatalogueEntry[]): string | undefined {
  return catalogue.find((entry) => entry.type === type)?.name
}
