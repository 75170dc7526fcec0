import type { CredentialStatus } from '../../api/credentials.ts'
import type { Integration } from '../../api/integrations.ts'
import { Badge, type BadgeTone } from '../../components/badge.tsx'
import * as t from '../../texts/connections/credentials.ts'
import * as ti from '../../texts/connections/integrations.ts'

const tones: Record<CredentialStatus, BadgeTone> = {
  untested: 'neutral',
  working: 'success',
  failing: 'danger',
}

export function CredentialStatusBadge({ status = 'untested' }: { status?: CredentialStatus | undefined }) {
  return <Badge tone={tones[status]}>{t.statuses[status]}</Badge>
}

const integrationTones: Record<Integration['status'], BadgeTone> = {
  untested: 'neutral',
  connected: 'success',
  error: 'danger',
}

export function IntegrationStatusBadge({ status }: { status: Integration['status'] }) {
  return <Badge tone={integrationTones[status]}>{ti.statuses[status]}</Badge>
}
