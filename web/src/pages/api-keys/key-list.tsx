import { ChevronDown, ChevronUp } from 'lucide-react'
import { useState } from 'react'
import type { ApiKey } from '../../api/types.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { useMediaQuery } from '../../components/use-media-query.ts'
import * as t from '../../texts/api-keys/list.ts'
import { KeyCards } from './key-cards.tsx'
import { KeysTable } from './keys-table.tsx'

interface KeyListProps {
  keys: ApiKey[]
  onRevoke: (key: ApiKey) => void
}

/** Lists active keys; a button shows the revoked and expired ones after them. */
export function KeyList({ keys, onRevoke }: KeyListProps) {
  const wide = useMediaQuery('(min-width: 72rem)')
  const [all, setAll] = useState(false)
  const active = keys.filter((key) => key.status === 'active')
  const inactive = keys.filter((key) => key.status !== 'active')
  const shown = all ? [...active, ...inactive] : active
  const List = wide ? KeysTable : KeyCards
  const Chevron = all ? ChevronUp : ChevronDown
  return (
    <div className="space-y-4">
      {shown.length > 0 ? (
        <List keys={shown} onRevoke={onRevoke} />
      ) : (
        <Card className="px-6 py-8 text-center text-sm text-muted">{t.noActiveKeys}</Card>
      )}
      {inactive.length > 0 && (
        <Button variant="ghost" size="sm" aria-expanded={all} onClick={() => setAll(!all)}>
          <Chevron aria-hidden="true" className="size-4" />
          {all ? t.hideInactive(inactive.length) : t.showInactive(inactive.length)}
        </Button>
      )}
    </div>
  )
}
