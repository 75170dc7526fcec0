import type { FormState } from '../../api/forms.ts'
import { Badge } from '../../components/badge.tsx'
import { Tooltip } from '../../components/overlay/tooltip.tsx'
import * as t from '../../texts/forms/page.ts'

const tones = { open: 'success', expired: 'neutral', full: 'warning' } as const

/** Whether a form accepts submissions. */
export function FormStateBadge({ state }: { state: FormState }) {
  return (
    <Tooltip content={t.stateNotes[state]}>
      <span>
        <Badge tone={tones[state]}>{t.states[state]}</Badge>
      </span>
    </Tooltip>
  )
}
