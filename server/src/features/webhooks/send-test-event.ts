import type { EventKind } from '@millrace/contract/events.ts'
import type { WebhookTest } from '@millrace/contract/webhook.ts'
import { type JsonObject, type SealedWebhookEndpoint, writeEventBody } from '#domain/index.ts'
import type { HttpClient, Vault } from '#ports/index.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'
import { timestamp } from '../shared/timestamps.ts'
import { openSecrets } from './deliver/open-secrets.ts'
import { sendMessage } from './deliver/send-message.ts'

export interface TestEventDeps {
  readonly http: HttpClient
  readonly vault: Vault
}

/** Sends a message that looks like a delivery and is marked as a test. A failure is a result, not an error. */
export async function sendTestEvent(
  { clock, ids }: FeatureDeps,
  { http, vault }: TestEventDeps,
  endpoint: SealedWebhookEndpoint,
  signal: AbortSignal,
): Promise<WebhookTest> {
  const at = clock.now()
  const id = ids.next(at)
  const kind = endpoint.events[0] ?? 'workflow.executed'
  const secrets = openSecrets(vault, { ...endpoint, endpointId: endpoint.id }, at)
  const body = writeEventBody(id, kind, at, { test: true, ...testData(kind, id, at) })
  const { result, error } = await sendMessage(http, { id, url: endpoint.url, body, secrets, at }, signal)
  const testedAt = clock.now()
  const status = result.ok ? result.status : null
  return {
    id: endpoint.id,
    ok: error === null,
    status,
    message: error ?? `The receiver responded with status ${status}.`,
    latency_ms: Math.max(0, testedAt - at),
    tested_at: timestamp(testedAt),
  }
}

/** The same members as a real event. All ids are the id of the message: they refer to nothing. */
function testData(kind: EventKind, id: string, at: number): JsonObject {
  switch (kind) {
    case 'workflow.executed':
      return {
        execution_id: id,
        workflow_id: id,
        workflow_name: 'Test',
        status: 'completed',
        started_at: timestamp(at),
        completed_at: timestamp(at),
        output: {},
        error: null,
      }
    case 'form.submitted':
      return { form_id: id, form_name: 'Test', submission_id: id, data: {}, created_at: timestamp(at) }
  }
}
