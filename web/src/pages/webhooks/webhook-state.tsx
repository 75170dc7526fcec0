import type { Webhook } from '../../api/webhooks.ts'
import { Badge, type BadgeTone } from '../../components/badge.tsx'
import * as t from '../../texts/webhooks/list.ts'

type State = keyof typeof t.states

const tones: Record<State, BadgeTone> = {
  healthy: 'success',
  unused: 'neutral',
  failing: 'danger',
  paused: 'warning',
  disabled: 'neutral',
}

export function WebhookState({ webhook, now }: { webhook: Webhook; now: number }) {
  const state = stateOf(webhook, now)
  return <Badge tone={tones[state]}>{t.states[state]}</Badge>
}

export function stateOf({ status, health }: Webhook, now: number): State {
  if (status === 'disabled') return 'disabled'
  if (health === undefined || health.last_delivery_at === null) return 'unused'
  if (health.paused_until !== null && Date.parse(health.paused_until) > now) return 'paused'
  return health.consecutive_failures > 0 ? 'failing' : 'healthy'
}

export function EventBadges({ events }: { events: Webhook['events'] }) {
  return (
    <span className="flex min-w-0 flex-wrap gap-1">
      {events.map((event) => (
        <code key={event} className="rounded bg-sunken px-1.5 text-[0.6875rem] leading-5 text-muted">
          {event}
        </code>
      ))}
    </span>
  )
}
