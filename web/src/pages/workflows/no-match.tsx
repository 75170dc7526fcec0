import { FilterX } from 'lucide-react'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import * as t from '../../texts/workflows/list.ts'

export function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={FilterX}
      title={t.noMatchTitle}
      action={
        <Button variant="secondary" onClick={onClear}>
          {t.clearFilters}
        </Button>
      }
    >
      {t.noMatchNote}
    </EmptyState>
  )
}
