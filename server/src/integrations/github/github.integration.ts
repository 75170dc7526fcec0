import { redactSecrets } from '#domain/credentials/redact-secrets.ts'
import { credentialForm, missingCredential } from '#integrations/entry/credential-form.ts'
import {
  type ConnectionTestResult,
  connectionTestMs,
  type IntegrationEntry,
} from '#integrations/entry/integration-entry.ts'
import { readJsonObject, readText } from '#integrations/entry/json-answer.ts'

const publicBaseUrl = 'https://api.github.com'

export const githubIntegration: IntegrationEntry = {
  type: 'github',
  name: 'GitHub',
  summary: 'Use the GitHub API: issues, pull requests, releases and more.',
  credential: credentialForm(
    'github',
    'Create a fine-grained personal access token under Settings, Developer settings, with only the repositories and permissions the workflows need.',
  ),
  async test({ http, secret, baseUrls, signal }) {
    if (secret === null) return missingCredential('github')
    const result = await http.send({
      method: 'GET',
      url: `${baseUrls?.['github'] ?? publicBaseUrl}/user`,
      headers: {
        authorization: `Bearer ${secret}`,
        accept: 'application/vnd.github+json',
        'x-github-api-version': '2022-11-28',
      },
      deadlineMs: connectionTestMs,
      ...(signal === undefined ? {} : { signal }),
    })
    if (!result.ok) return failed(`Could not reach GitHub. ${result.message}`, secret)

    const answer = readJsonObject(result)
    const login = readText(answer, 'login')
    if (result.status === 200 && login !== null) {
      return { ok: true, message: redactSecrets(`Signed in to GitHub as ${login}.`, [secret]) }
    }
    if (result.status === 401) {
      return failed(
        'GitHub did not accept the token. It may have expired or been revoked: create a new one.',
        secret,
      )
    }
    if (result.status === 429 || result.headers['x-ratelimit-remaining'] === '0') {
      return failed('GitHub asks for fewer requests. Try again later.', secret)
    }
    const said = readText(answer, 'message')
    return failed(
      `GitHub answered ${result.status}${said === null ? '' : ` (${said})`} instead of the user.`,
      secret,
    )
  },
}

function failed(message: string, secret: string): ConnectionTestResult {
  return { ok: false, message: redactSecrets(message, [secret]) }
}
