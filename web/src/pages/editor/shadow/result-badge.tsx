import type { ShadowResult } from '@millrace/contract/workflow-shadow.ts'
import { Badge, type BadgeTone } from '../../../components/badge.tsx'
import * as t from '../../../texts/editor/shadow.ts'

const tones: Record<ShadowResult, BadgeTone> = {
  same: 'success',
  changed: 'warning',
  unknown: 'neutral',
  failed: 'danger',
}

export function ResultBadge({ result }: { result: ShadowResult }) {
  return <Badge tone={tones[result]}>{t.resultNames[result]}</Badge>
}
