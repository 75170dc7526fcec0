import { ChevronDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import type { ApiKey } from '../../api/types.ts'
import * as t from '../../texts/api-keys/scopes.ts'
import { scopeGroups, summarizeScopes } from './scopes.ts'

/** Shows the access of a key as a short summary, and its scopes in a popover. */
export function KeyAccess({ apiKey }: { apiKey: ApiKey }) {
  const summary = summarizeScopes(apiKey)
  const granted = scopeGroups
    .map(({ resource, scopes }) => ({
      resource,
      scopes: scopes.filter((scope) => apiKey.scopes.includes(scope)),
    }))
    .filter(({ scopes }) => scopes.length > 0)
  return (
    <Popover.Root>
      <Popover.Trigger
        aria-label={t.show(summary, apiKey.name)}
        className="-mx-2 inline-flex h-10 items-center gap-1.5 rounded-control px-2 text-sm whitespace-nowrap hover:bg-hover md:h-8"
      >
        {summary}
        <ChevronDown aria-hidden="true" className="size-3.5 text-muted" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={4}
          collisionPadding={12}
          aria-label={t.scopesOf(apiKey.name)}
          className="z-40 max-h-(--radix-popover-content-available-height) w-72 animate-rise overflow-y-auto rounded-xl border border-line bg-raised p-4 text-sm text-ink shadow-float"
        >
          <dl className="space-y-3">
            {granted.map(({ resource, scopes }) => (
              <div key={resource}>
                <dt className="font-medium">{t.resourceNames[resource]}</dt>
                {scopes.map((scope) => (
                  <dd key={scope} className="text-muted">
                    {t.scopes[scope].explanation}
                  </dd>
                ))}
              </div>
            ))}
          </dl>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
