import type { ReactNode } from 'react'
import type { ApiKey } from '../../api/types.ts'
import { Button } from '../../components/button.tsx'
import { RelativeTime } from '../../components/time.tsx'
import * as t from '../../texts/api-keys/list.ts'
import * as revoke from '../../texts/api-keys/revoke.ts'
import { KeyAccess } from './key-access.tsx'
import { Expires, KeyPrefix, LastUsed, StatusBadge } from './key-facts.tsx'

interface KeyCardsProps {
  keys: ApiKey[]
  onRevoke: (key: ApiKey) => void
}

/** The keys on screens that are too narrow for the table. */
export function KeyCards({ keys, onRevoke }: KeyCardsProps) {
  return (
    <ul aria-label={t.title} className="grid gap-4 md:grid-cols-2">
      {keys.map((key) => (
        <li
          key={key.id}
          data-testid="api-key"
          data-key-id={key.id}
          className="flex flex-col rounded-card border border-line bg-surface shadow-card"
        >
          <div className="flex items-start justify-between gap-4 p-4 pb-3">
            <div className="min-w-0">
              <h2 className="text-sm font-semibold break-words">{key.name}</h2>
              <KeyPrefix prefix={key.prefix} />
            </div>
            <StatusBadge status={key.status} />
          </div>
          <dl className="grid flex-1 grid-cols-[auto_1fr] items-center gap-x-6 gap-y-1 px-4 pb-3 text-sm">
            <Fact term={t.access}>
              <KeyAccess apiKey={key} />
            </Fact>
            <Fact term={t.created}>
              <RelativeTime value={key.created_at} />
            </Fact>
            <Fact term={t.lastUsed}>
              <LastUsed apiKey={key} />
            </Fact>
            <Fact term={t.expires}>
              <Expires apiKey={key} />
            </Fact>
          </dl>
          {key.status === 'active' && (
            <div className="border-t border-line p-2">
              <Button
                variant="danger-ghost"
                className="w-full"
                aria-label={revoke.revokeNamed(key.name)}
                onClick={() => onRevoke(key)}
              >
                {revoke.revoke}
              </Button>
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="py-1 text-muted">{term}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  )
}
