import { baseUrlField, fieldsForm } from '#integrations/kit/credential-form.ts'
import type { IntegrationEntry } from '#integrations/kit/integration-entry.ts'
import { readText } from '#integrations/kit/json-answer.ts'
import { tokenField } from '#integrations/kit/secret-field.ts'
import { probeConnection } from '#integrations/kit/probe-connection.ts'
import { githubActions, githubHeaders } from './github-actions.ts'

export const githubIntegration: IntegrationEntry = {
  type: 'github',
  name: 'GitHub',
  summary: 'Work with GitHub issues, comments and workflow runs.',
  credential: fieldsForm(
    {
      type: 'github',
      title: 'GitHub token',
      help: 'Create a fine-grained personal access token under "Settings", "Developer settings", with only the repositories and permissions that the workflows need.',
    },
    [
      tokenField('Token', 'A personal access token, or the token of a GitHub app.', 'github_pat_your_token'),
      baseUrlField('https://git.example.com/api/v3'),
    ],
  ),
  connect: ({ token, base_url: baseUrl = 'https://api.github.com' }) => ({
    baseUrl,
    headers: { authorization: `Bearer ${token}` },
  }),
  actions: githubActions,
  test: (context) =>
    probeConnection(
      githubIntegration,
      {
        request: { method: 'GET', path: '/user', headers: githubHeaders },
        read: (body) => {
          const login = readText(body, 'login')
          return login === null ? undefined : `Signed in to GitHub as ${login}.`
        },
        explain({ status, headers }, body) {
          if (status === 401) {
            return 'GitHub rejected the token. It may have expired or been revoked: create a new one.'
          }
          if (status === 429 || headers['x-ratelimit-remaining'] === '0') {
            return 'GitHub limits the rate of requests. Try again later.'
          }
          const said = readText(body, 'message')
          return `GitHub responded with status ${status}${said === null ? '' : ` (${said})`} instead of the user. Check the permissions of the token and the base URL.`
        },
      },
      context,
    ),
}
