import { redactSecrets } from '#domain/credentials/redact-secrets.ts'
import { credentialForm, missingCredential } from '#integrations/entry/credential-form.ts'
import {
  type ConnectionTestResult,
  connectionTestMs,
  type IntegrationEntry,
} from '#integrations/entry/integration-entry.ts'
import { readJsonObject, readText } from '#integrations/entry/json-answer.ts'

const publicBaseUrl = 'https://slack.com/api'

/** What the error words of auth.test ask a person to do. */
const advice = new Map([
  ['invalid_auth', 'The token is not valid. Copy it again from the app\'s "OAuth & Permissions" page.'],
  ['not_authed', 'No token arrived. Copy it again from the app\'s "OAuth & Permissions" page.'],
  ['token_revoked', 'The token was revoked. Install the app again and use its new token.'],
  ['token_expired', 'The token has expired. Use a new one.'],
  ['account_inactive', 'The token belongs to a user or workspace that no longer exists.'],
])

export const slackIntegration: IntegrationEntry = {
  type: 'slack',
  name: 'Slack',
  summary: 'Post messages and use the Slack API.',
  credential: credentialForm(
    'slack',
    'Create an app at api.slack.com/apps, install it to your workspace and copy the bot token from "OAuth & Permissions".',
  ),
  async test({ http, secret, baseUrls, signal }) {
    if (secret === null) return missingCredential('slack')
    const result = await http.send({
      method: 'POST',
      url: `${baseUrls?.['slack'] ?? publicBaseUrl}/auth.test`,
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/x-www-form-urlencoded' },
      deadlineMs: connectionTestMs,
      ...(signal === undefined ? {} : { signal }),
    })
    if (!result.ok) return failed(`Could not reach Slack. ${result.message}`, secret)
    if (result.status === 429) return failed('Slack asks for fewer requests. Try again in a minute.', secret)

    const answer = readJsonObject(result)
    if (result.status !== 200 || answer === null) {
      return failed(
        `Slack answered ${result.status} in a form that is not its API's. Try again later.`,
        secret,
      )
    }
    if (answer['ok'] === true) {
      const user = readText(answer, 'user') ?? 'unknown user'
      const team = readText(answer, 'team') ?? 'unknown workspace'
      return { ok: true, message: redactSecrets(`Signed in to Slack as ${user} in ${team}.`, [secret]) }
    }
    const error = readText(answer, 'error') ?? 'unknown_error'
    return failed(advice.get(error) ?? `Slack did not accept the token (${error}).`, secret)
  },
}

function failed(message: string, secret: string): ConnectionTestResult {
  return { ok: false, message: redactSecrets(message, [secret]) }
}
