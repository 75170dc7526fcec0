import { ChevronDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import type { ApiKey } from '../../api/types.ts'
import { scopeGroups, summarizeScopes } from './scopes.ts'

/** What a key may do: a word, and the whole list on request. */
export function KeyAccess({ apiKey }: { apiKey: ApiKey }) {
  const summary = summarizeScopes(apiKey)
  const granted = scopeGroups
    .map(({ title, scopes }) => ({
      title,
      scopes: scopes.filter(({ scope }) => apiKey.scopes.includes(scope)),
    }))
    .filter(({ scopes }) => scopes.length > 0)
  return (
    <Popover.Root>
      <Popover.Trigger
        aria-label={`${summary}: show what ${apiKey.name} may do`}
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
          aria-label={`What ${apiKey.name} may do`}
          className="z-40 max-h-(--radix-popover-content-available-height) w-72 animate-rise overflow-y-auto rounded-xl border border-line bg-raised p-4 text-sm text-ink shadow-float"
        >
          <dl className="space-y-3">
            {granted.map(({ title, scopes }) => (
              <div key={title}>
                <dt className="font-medium">{title}</dt>
                {scopes.map(({ scope, explanation }) => (
                  <dd key={scope} className="text-muted">
                    {explanation}
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
