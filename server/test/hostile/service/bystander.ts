import type { ProbedRequest, ProbeOrder } from '../probe/probe-messages.ts'
import { HttpClient } from './http-client.ts'
import type { Target } from './target.ts'

const WARM_UP = 30
/** The sandbox starts its spare process after the first run: what is measured is a service that has been in use for a moment. */
const WARM_UP_MS = 1_000

/** What somebody else does meanwhile: a short run, and one that uses the sandbox. */
export interface Bystander {
  readonly workflows: Readonly<Record<'instant' | 'code', string>>
  /** How long the run with the sandbox usually takes. */
  readonly codeMs: number
}

const INSTANT = {
  name: 'Short',
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'greet', type: 'set', data: { values: { text: 'Hello {{ input.name }}' } } },
  ],
  edges: [{ source: 'start', target: 'greet' }],
}

const CODE = {
  name: 'Short code',
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'count', type: 'code', data: { code: 'return { text: `Hello ${input.name}` }' } },
  ],
  edges: [{ source: 'start', target: 'count' }],
}

/** Creates the workflows of the bystander and runs each until it is warm. */
export async function settleBystander(target: Target): Promise<Bystander> {
  const client = new HttpClient()
  const authorization = `Bearer ${target.bystander.key}`
  const create = async (body: object) => {
    const reply = await client.send('POST', `${target.url}/v1/workflows`, {
      headers: { authorization },
      body,
    })
    if (reply.status !== 201) throw new Error(`The bystander could not create a workflow: ${reply.text}`)
    return reply.body.data.id as string
  }
  try {
    const workflows = { instant: await create(INSTANT), code: await create(CODE) }
    const durations: number[] = []
    for (const kind of ['instant', 'code'] as const) {
      const warmAt = performance.now() + WARM_UP_MS
      for (let run = 0; run < WARM_UP || performance.now() < warmAt; run += 1) {
        const { method, url, headers, body, expects } = executeRequest(target, workflows[kind])
        const startedAt = performance.now()
        const reply = await client.send(method, url, { headers, raw: body })
        if (!reply.text.includes(expects)) throw new Error(`The bystander's run did not end: ${reply.text}`)
        if (kind === 'code') durations.push(performance.now() - startedAt)
      }
    }
    return { workflows, codeMs: median(durations) }
  } finally {
    client.close()
  }
}

export function orderFor(target: Target, { workflows }: Bystander, kind: 'instant' | 'code'): ProbeOrder {
  return {
    livez: { method: 'GET', url: `${target.url}/livez`, headers: {}, body: '', expects: '200' },
    execute: executeRequest(target, workflows[kind]),
    pid: target.pid,
  }
}

function executeRequest({ url, bystander }: Target, workflowId: string): ProbedRequest {
  return {
    method: 'POST',
    url: `${url}/v1/workflows/${workflowId}/execute`,
    headers: {
      authorization: `Bearer ${bystander.key}`,
      'content-type': 'application/json',
      prefer: 'wait=30',
    },
    body: '{"input":{"name":"Ada"}}',
    expects: 'Hello Ada',
  }
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}
