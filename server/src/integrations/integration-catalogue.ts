import { findCredentialProblem as findKnownProblem } from '#domain/index.ts'
import { githubIntegration } from './github/github.integration.ts'
import { httpApiIntegration } from './http_api/http-api.integration.ts'
import { httpIntegration } from './http/http.integration.ts'
import { airtableIntegration } from './airtable/airtable.integration.ts'
import { discordIntegration } from './discord/discord.integration.ts'
import { googleSheetsIntegration } from './google_sheets/google-sheets.integration.ts'
import { notionIntegration } from './notion/notion.integration.ts'
import { openaiIntegration } from './openai/openai.integration.ts'
import { s3Integration } from './s3/s3.integration.ts'
import { stripeIntegration } from './stripe/stripe.integration.ts'
import { telegramIntegration } from './telegram/telegram.integration.ts'
import { twilioIntegration } from './twilio/twilio.integration.ts'
import type { IntegrationEntry } from './kit/integration-entry.ts'
import { postgresIntegration } from './postgres/postgres.integration.ts'
import { slackIntegration } from './slack/slack.integration.ts'
import { smtpIntegration } from './smtp/smtp.integration.ts'

/** All services, in the order in which they are listed. To add one, create its folder and add a line here. */
export const integrationCatalogue: readonly IntegrationEntry[] = [
  httpIntegration,
  httpApiIntegration,
  smtpIntegration,
  postgresIntegration,
  slackIntegration,
  githubIntegration,
  discordIntegration,
  telegramIntegration,
  twilioIntegration,
  openaiIntegration,
  s3Integration,
  googleSheetsIntegration,
  notionIntegration,
  airtableIntegration,
  stripeIntegration,
]

const byType = new Map(integrationCatalogue.map((entry) => [entry.type, entry]))

/** Describes why a value is invalid for a credential type, or null. Integrations define their own credential types. */
export function findCredentialProblem(type: string, value: string): string | null {
  const form = byType.get(type)?.credential
  if (form === undefined || form === null) return findKnownProblem(type, value)
  const parsed = form.parse(value)
  return parsed.ok ? null : parsed.problem
}

export function findIntegration(type: string): IntegrationEntry | undefined {
  return byType.get(type)
}
