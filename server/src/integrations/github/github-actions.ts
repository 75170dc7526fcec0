import Type from 'typebox'
import type { ActionDefinition } from '#integrations/kit/action.ts'
import { fromParameters } from '#integrations/kit/shape.ts'

export const githubHeaders = { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' }

const owner = Type.String({
  title: 'Owner',
  description: 'The user or organization that owns the repository.',
  minLength: 1,
})
const repo = Type.String({
  title: 'Repository',
  description: 'The name of the repository, without the owner.',
  minLength: 1,
})
const issueNumber = Type.Integer({
  title: 'Number',
  description: 'The number of the issue or pull request.',
  minimum: 1,
})
const texts = (title: string, description: string) =>
  Type.Optional(Type.Array(Type.String(), { title, description }))

export const githubActions: readonly ActionDefinition[] = [
  {
    name: 'create_issue',
    title: 'Create an issue',
    help: 'Creates an issue in a repository.',
    idempotent: false,
    parameters: Type.Object({
      owner,
      repo,
      title: Type.String({ title: 'Title', description: 'The title of the issue.', minLength: 1 }),
      body: Type.Optional(Type.String({ title: 'Text', description: 'The text of the issue, in Markdown.' })),
      labels: texts('Labels', 'The names of labels to add.'),
      assignees: texts('Assignees', 'The login names of users to assign.'),
    }),
    request: {
      method: 'POST',
      path: '/repos/{owner}/{repo}/issues',
      headers: githubHeaders,
      body: { as: 'json', value: fromParameters('title', 'body', 'labels', 'assignees') },
    },
    example: { owner: 'example', repo: 'shop', title: 'Order {{ input.id }} failed', labels: ['bug'] },
  },
  {
    name: 'create_comment',
    title: 'Comment on an issue or pull request',
    help: 'Adds a comment to an issue or pull request.',
    idempotent: false,
    parameters: Type.Object({
      owner,
      repo,
      issue_number: issueNumber,
      body: Type.String({ title: 'Text', description: 'The comment, in Markdown.', minLength: 1 }),
    }),
    request: {
      method: 'POST',
      path: '/repos/{owner}/{repo}/issues/{issue_number}/comments',
      headers: githubHeaders,
      body: { as: 'json', value: fromParameters('body') },
    },
    example: { owner: 'example', repo: 'shop', issue_number: 7, body: 'Fixed in the next release.' },
  },
  {
    name: 'get_issue',
    title: 'Get an issue',
    help: 'Returns an issue or pull request.',
    idempotent: true,
    parameters: Type.Object({ owner, repo, issue_number: issueNumber }),
    request: { method: 'GET', path: '/repos/{owner}/{repo}/issues/{issue_number}', headers: githubHeaders },
    example: { owner: 'example', repo: 'shop', issue_number: 7 },
  },
  {
    name: 'list_issues',
    title: 'List issues',
    help: 'Lists the issues and pull requests of a repository, newest first.',
    idempotent: true,
    parameters: Type.Object({
      owner,
      repo,
      state: Type.Optional(
        Type.Enum(['open', 'closed', 'all'], {
          title: 'State',
          description: 'Only return issues in this state.',
          default: 'open',
        }),
      ),
      labels: Type.Optional(
        Type.String({
          title: 'Labels',
          description: 'Only return issues with these labels, separated by commas.',
        }),
      ),
      since: Type.Optional(
        Type.String({
          title: 'Updated since',
          description: 'Only return issues updated after a time such as 2026-01-31T08:00:00Z.',
        }),
      ),
      per_page: Type.Optional(
        Type.Integer({
          title: 'Page size',
          description: 'How many issues to return per page.',
          minimum: 1,
          maximum: 100,
        }),
      ),
      page: Type.Optional(
        Type.Integer({ title: 'Page', description: 'The number of the page, starting at 1.', minimum: 1 }),
      ),
    }),
    request: {
      method: 'GET',
      path: '/repos/{owner}/{repo}/issues',
      headers: githubHeaders,
      query: fromParameters('state', 'labels', 'since', 'per_page', 'page'),
    },
    example: { owner: 'example', repo: 'shop', labels: 'bug', per_page: 50 },
  },
  {
    name: 'dispatch_workflow',
    title: 'Start a GitHub Actions workflow',
    help: 'Starts a workflow that has the trigger `workflow_dispatch`. The output is empty.',
    idempotent: false,
    parameters: Type.Object({
      owner,
      repo,
      workflow_id: Type.String({
        title: 'Workflow',
        description: 'The file name of the workflow, such as release.yml, or its id.',
        minLength: 1,
      }),
      ref: Type.String({
        title: 'Branch or tag',
        description: 'The branch or tag to run the workflow on.',
        minLength: 1,
      }),
      inputs: Type.Optional(
        Type.Record(Type.String(), Type.Unknown(), {
          title: 'Inputs',
          description: 'The inputs of the workflow.',
        }),
      ),
    }),
    request: {
      method: 'POST',
      path: '/repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches',
      headers: githubHeaders,
      body: { as: 'json', value: fromParameters('ref', 'inputs') },
    },
    example: { owner: 'example', repo: 'shop', workflow_id: 'release.yml', ref: 'main' },
  },
]
