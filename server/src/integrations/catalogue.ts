import { findCredentialProblem as findKnownProblem } from '#domain/credentials/known-types.ts'
import { githubIntegration } from './github/github.integration.ts'
import { httpApiIntegration } from './http_api/http-api.integration.ts'
import { httpIntegration } from './http/http.integration.ts'
import type { IntegrationEntry } from './entry/integration-entry.ts'
import { postgresIntegration } from './postgres/postgres.integration.ts'
import { slackIntegration } from './slack/slack.integration.ts'
import { smtpIntegration } from './smtp/smtp.integration.ts'

/** Every service there is, in the order people see them. A new one is a folder and a line here. */
export const integrationCatalogue: readonly IntegrationEntry[] = [
  httpIntegration,
  httpApiIntegration,
  smtpIntegration,
  postgresIntegration,
  slackIntegration,
  githubIntegration,
]

const byType = new Map(integrationCatalogue.map((entry) => [entry.type, entry]))

/** What is wrong with the value of a credential for its type, or null; integrations have types of their own. */
export function findCredentialProblem(type: string, value: string): string | null {
  const form = byType.get(type)?.credential
  if (form === undefined || form === null) return findKnownProblem(type, value)
  const parsed = form.parse(value)
  return parsed.ok ? null : parsed.problem
}

export function findIntegration(type: string): IntegrationEntry | undefined {
  return byType.get(type)
}
