import { githubIntegration } from './github/github.integration.ts'
import { httpIntegration } from './http/http.integration.ts'
import type { IntegrationEntry } from './entry/integration-entry.ts'
import { postgresIntegration } from './postgres/postgres.integration.ts'
import { slackIntegration } from './slack/slack.integration.ts'
import { smtpIntegration } from './smtp/smtp.integration.ts'

/** Every service there is, in the order people see them. A new one is a folder and a line here. */
export const integrationCatalogue: readonly IntegrationEntry[] = [
  httpIntegration,
  smtpIntegration,
  postgresIntegration,
  slackIntegration,
  githubIntegration,
]

const byType = new Map(integrationCatalogue.map((entry) => [entry.type, entry]))

export function findIntegration(type: string): IntegrationEntry | undefined {
  return byType.get(type)
}
