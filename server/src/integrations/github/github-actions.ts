import Type from 'typebox'
import type { ActionDefinition } from '#integrations/entry/action.ts'
import { places } from '#integrations/entry/shape.ts'

export const githubHeaders = { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' }

const owner = Type.String({
  title: 'Owner',
  description: 'The person or organisation the repository belongs to.',
  minLength: 1,
})
const repo = Type.String({ title: 'Repository', description: 'Its name, without the owner.', minLength: 1 })
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
    help: 'Opens an issue in a repository.',
    idempotent: false,
    parameters: Type.Object({
      owner,
      repo,
      title: Type.String({ title: 'Title', description: 'What it is about.', minLength: 1 }),
      body: Type.Optional(Type.String({ title: 'Text', description: 'Markdown.' })),
      labels: texts('Labels', 'Names of labels.'),
      assignees: texts('Assignees', 'Login names.'),
    }),
    request: {
      method: 'POST',
      path: '/repos/{owner}/{repo}/issues',
      headers: githubHeaders,
      body: { as: 'json', value: places('title', 'body', 'labels', 'assignees') },
    },
    example: { owner: 'example', repo: 'shop', title: 'Order {{ input.id }} failed', labels: ['bug'] },
  },
  {
    name: 'create_comment',
    title: 'Comment on an issue or pull request',
    help: 'Adds a comment.',
    idempotent: false,
    parameters: Type.Object({
      owner,
      repo,
      issue_number: issueNumber,
      body: Type.String({ title: 'Text', description: 'Markdown.', minLength: 1 }),
    }),
    request: {
      method: 'POST',
      path: '/repos/{owner}/{repo}/issues/{issue_number}/comments',
      headers: githubHeaders,
      body: { as: 'json', value: places('body') },
    },
    example: { owner: 'example', repo: 'shop', issue_number: 7, body: 'Fixed in the next release.' },
  },
  {
    name: 'get_issue',
    title: 'Read an issue',
    help: 'Reads an issue or pull request.',
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
        Type.Enum(['open', 'closed', 'all'], { title: 'State', description: 'Which ones.', default: 'open' }),
      ),
      labels: Type.Optional(Type.String({ title: 'Labels', description: 'Names with commas between them.' })),
      since: Type.Optional(
        Type.String({ title: 'Changed since', description: 'A time such as 2026-01-31T08:00:00Z.' }),
      ),
      per_page: Type.Optional(
        Type.Integer({ title: 'Per page', description: 'How many at once.', minimum: 1, maximum: 100 }),
      ),
      page: Type.Optional(Type.Integer({ title: 'Page', description: 'Counts from 1.', minimum: 1 })),
    }),
    request: {
      method: 'GET',
      path: '/repos/{owner}/{repo}/issues',
      headers: githubHeaders,
      query: places('state', 'labels', 'since', 'per_page', 'page'),
    },
    example: { owner: 'example', repo: 'shop', labels: 'bug', per_page: 50 },
  },
  {
    name: 'dispatch_workflow',
    title: 'Start a workflow of GitHub Actions',
    help: 'Starts a workflow that has `workflow_dispatch` among its triggers. The answer is empty.',
    idempotent: false,
    parameters: Type.Object({
      owner,
      repo,
      workflow_id: Type.String({
        title: 'Workflow',
        description: 'The name of its file, such as release.yml, or its id.',
        minLength: 1,
      }),
      ref: Type.String({ title: 'Branch or tag', description: 'What it runs on.', minLength: 1 }),
      inputs: Type.Optional(
        Type.Record(Type.String(), Type.Unknown(), {
          title: 'Inputs',
          description: 'What the workflow takes.',
        }),
      ),
    }),
    request: {
      method: 'POST',
      path: '/repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches',
      headers: githubHeaders,
      body: { as: 'json', value: places('ref', 'inputs') },
    },
    example: { owner: 'example', repo: 'shop', workflow_id: 'release.yml', ref: 'main' },
  },
]
