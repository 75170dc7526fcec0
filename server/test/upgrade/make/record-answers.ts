import type { Api } from './api.ts'

export interface RecordedAnswer {
  readonly path: string
  readonly status: number
  readonly body: unknown
}

interface Resource {
  readonly id: string
  readonly type?: string
}

/** Reads everything of an account that has an address of its own, except executions and webhook endpoints to omit. */
export async function recordAnswers(api: Api, omitted: readonly string[]): Promise<RecordedAnswer[]> {
  const recorded: RecordedAnswer[] = []
  const read = async (path: string): Promise<unknown> => {
    const { status, body } = await api.read(path)
    if (status !== 200) throw new Error(`GET /v1${path} was answered with ${status}: ${JSON.stringify(body)}`)
    recorded.push({ path, status, body })
    return (body as { data?: unknown }).data
  }
  const list = async (path: string) => (await read(`${path}?limit=100`)) as readonly Resource[]

  for (const { id } of await list('/workflows')) {
    await read(`/workflows/${id}`)
    await read(`/workflows/${id}/triggers`)
    for (const version of await list(`/workflows/${id}/versions`)) {
      await read(`/workflows/${id}/versions/${version.id}`)
    }
    for (const execution of await list(`/workflows/${id}/executions`)) {
      if (omitted.includes(execution.id)) continue
      await read(`/executions/${execution.id}`)
      await list(`/executions/${execution.id}/steps`)
    }
  }
  for (const { id } of await list('/forms')) {
    await read(`/forms/${id}`)
    await list(`/forms/${id}/submissions`)
    await read(`/forms/${id}/submissions.csv`)
  }
  for (const { id } of await list('/webhooks')) {
    await read(`/webhooks/${id}`)
    if (omitted.includes(id)) continue
    for (const delivery of await list(`/webhooks/${id}/deliveries`)) {
      await read(`/webhooks/${id}/deliveries/${delivery.id}`)
    }
  }
  for (const { id, type } of await list('/integrations')) {
    // The actions of other integrations are part of the program, not of the data.
    if (type === 'openapi') await list(`/integrations/${id}/actions`)
  }
  await list('/credentials')
  for (const { id } of (await read('/bulk-runs')) as readonly Resource[]) await read(`/bulk-runs/${id}`)
  return recorded
}
