import type { ApiKey, KeyStatus } from '../../api/types.ts'
import { Badge, type BadgeTone } from '../../components/badge.tsx'
import { DateOnly, RelativeTime } from '../../components/time.tsx'
import * as t from '../../texts/api-keys/list.ts'

const statusTones: Record<KeyStatus, BadgeTone> = {
  active: 'success',
  expired: 'warning',
  revoked: 'neutral',
}

export function StatusBadge({ status }: { status: KeyStatus }) {
  return <Badge tone={statusTones[status]}>{t.statusNames[status]}</Badge>
}

export function LastUsed({ apiKey }: { apiKey: ApiKey }) {
  return apiKey.last_used_at === null ? t.never : <RelativeTime value={apiKey.last_used_at} />
}

export function Expires({ apiKey }: { apiKey: ApiKey }) {
  return apiKey.expires_at === null ? t.never : <DateOnly value={apiKey.expires_at} />
}

/** The first characters of the key: enough to recognise it, too few to use it. */
export function KeyPrefix({ prefix }: { prefix: string }) {
  return (
    <code className="font-mono text-[0.8125rem] text-muted">
      {prefix}
      <span aria-hidden="true">…</span>
    </code>
  )
}
