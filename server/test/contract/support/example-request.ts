import { createForm } from '@millrace/contract/form.ts'
import type { Operation } from '@millrace/contract/operation.ts'
import type { Client } from './client.ts'

export interface ExampleRequest {
  readonly method: string
  /** Relative to the version. */
  readonly path: string
  readonly body?: unknown
}

type Maker = (owner: Client) => Promise<string>

/** How a thing of each kind comes to be, by the first segment of the paths that lead to it. */
const MAKERS: Readonly<Record<string, Maker>> = {
  workflows: async (owner) => (await owner.createWorkflow()).id,
  executions: async (owner) => (await owner.run(await owner.createWorkflow())).id,
  forms: async (owner) => (await owner.createForm(createForm.example?.body as object)).id,
  credentials: (owner) => make(owner, '/credentials', { name: 'Key', type: 'api_key', value: 'k-123456' }),
  integrations: (owner) => make(owner, '/integrations', { type: 'http', name: 'HTTP' }),
  webhooks: (owner) => make(owner, '/webhooks', { url: 'https://example.com/h', events: ['form.submitted'] }),
}

/** A request that the operation answers with success, on things made for it just now. */
export async function exampleRequest(operation: Operation, owner: Client): Promise<ExampleRequest> {
  const kind = operation.path.split('/')[1] ?? ''
  const maker = MAKERS[kind]
  if (maker === undefined) throw new Error(`Say in MAKERS how a thing of /${kind} is made.`)
  const id = operation.path.includes(':id') ? await maker(owner) : ''
  return exampleRequestFor(operation, id)
}

/** The same for a thing that is there already. */
export function exampleRequestFor(operation: Operation, id: string): ExampleRequest {
  const query = operation.example?.query
  const path = operation.path.replace(':id', id) + (query === undefined ? '' : `?${query}`)
  const body = operation.example?.body
  return { method: operation.method, path, ...(body !== undefined && { body }) }
}

async function make(owner: Client, path: string, body: object): Promise<string> {
  return (await owner.post(path, body)).expect(201).data<{ id: string }>().id
}
