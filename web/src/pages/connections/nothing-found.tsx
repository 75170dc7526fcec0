import { SearchX } from 'lucide-react'
import { NoMatch } from '../../components/no-match.tsx'
import * as t from '../../texts/connections/page.ts'

export function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <NoMatch
      icon={SearchX}
      title={t.noMatch}
      note={t.noMatchNote}
      clearLabel={t.clearFilters}
      onClear={onClear}
    />
  )
}
