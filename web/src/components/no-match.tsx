import { FilterX, type LucideIcon } from 'lucide-react'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

interface NoMatchProps {
  title: string
  note: string
  clearLabel: string
  onClear: () => void
  icon?: LucideIcon
}

/** What a list shows whose filters or search match nothing. */
export function NoMatch({ title, note, clearLabel, onClear, icon = FilterX }: NoMatchProps) {
  return (
    <EmptyState
      icon={icon}
      title={title}
      action={
        <Button variant="secondary" onClick={onClear}>
          {clearLabel}
        </Button>
      }
    >
      {note}
    </EmptyState>
  )
}
