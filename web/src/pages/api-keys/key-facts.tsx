import type { ApiKey, KeyStatus } from '../../api/types.ts'
import { Badge, type BadgeTone } from '../../components/badge.tsx'
import { DateOnly, RelativeTime } from '../../components/time.tsx'

const statuses: Record<KeyStatus, { tone: BadgeTone; label: string }> = {
  active: { tone: 'success', label: 'Active' },
  expired: { tone: 'warning', label: 'Expired' },
  revoked: { tone: 'neutral', label: 'Revoked' },
}

export function StatusBadge({ status }: { status: KeyStatus }) {
  const { tone, label } = statuses[status]
  return <Badge tone={tone}>{label}</Badge>
}

export function LastUsed({ apiKey }: { apiKey: ApiKey }) {
  return apiKey.last_used_at === null ? 'Never' : <RelativeTime value={apiKey.last_used_at} />
}

export function Expires({ apiKey }: { apiKey: ApiKey }) {
  return apiKey.expires_at === null ? 'Never' : <DateOnly value={apiKey.expires_at} />
}

/** The start of the key: enough to recognise it, never enough to use it. */
export function KeyPrefix({ prefix }: { prefix: string }) {
  return (
    <code className="font-mono text-[0.8125rem] text-muted">
      {prefix}
      <span aria-hidden="true">…</span>
    </code>
  )
}
