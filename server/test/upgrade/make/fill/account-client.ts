import { setTimeout as sleep } from 'node:timers/promises'
import type { Api } from '../api.ts'

export interface Resource {
  readonly id: string
}
export interface Accepted {
  readonly execution_id: string
}
interface StepAnswer {
  readonly status: string
  readonly waiting?: { readonly links?: Readonly<Record<string, string>> }
}

const POLL_MS = 20
const PATIENCE_MS = 60_000
const waitForEnd = { prefer: 'wait=30' }

/** Creates resources of an account through the REST API, and waits for its runs. */
export class AccountClient {
  readonly api: Api

  constructor(api: Api) {
    this.api = api
  }

  async create(path: string, body: object): Promise<Resource> {
    return this.api.call<Resource>('POST', path, body)
  }

  async createWorkflow(name: string, body: object): Promise<string> {
    return (await this.create('/workflows', { name, ...body })).id
  }

  async accept(workflow: string, input: object = {}): Promise<string> {
    return (await this.api.call<Accepted>('POST', `/workflows/${workflow}/execute`, { input })).execution_id
  }

  /** Runs to the end, whichever that is. */
  async execute(workflow: string, input: object): Promise<string> {
    const path = `/workflows/${workflow}/execute`
    const { id, completed_at: end } = await this.api.call<Resource & { completed_at: string | null }>(
      'POST',
      path,
      { input },
      waitForEnd,
    )
    if (end === null || end === undefined) throw new Error(`The run of workflow ${workflow} did not end.`)
    return id
  }

  async run(name: string, graph: object, input: object = {}): Promise<void> {
    await this.execute(await this.createWorkflow(name, graph), input)
  }

  /** Runs the node, and the others behind it, up to where something waits. */
  async park(
    name: string,
    node: object,
    more: { readonly nodes: readonly object[]; readonly edges: readonly object[] } = { nodes: [], edges: [] },
  ): Promise<{ execution: string; links: Readonly<Record<string, string>> }> {
    const workflow = await this.createWorkflow(name, { ...more, nodes: [node, ...more.nodes] })
    const execution = await this.accept(workflow, { name })
    return { execution, links: await this.waits(execution) }
  }

  /** Resolves with the links of the step that waits, once the run is parked. */
  async waits(execution: string): Promise<Readonly<Record<string, string>>> {
    await this.hasStatus(execution, 'pending')
    const steps = await this.api.call<StepAnswer[]>('GET', `/executions/${execution}/steps`)
    const waiting = steps.find(({ status, waiting: wait }) => status === 'waiting' && wait !== undefined)
    if (waiting === undefined) throw new Error(`Nothing waits in execution ${execution}.`)
    return waiting.waiting?.links ?? {}
  }

  async hasStatus(execution: string, wanted: string): Promise<void> {
    await this.until(`status ${wanted} of execution ${execution}`, async () => {
      const { status } = await this.api.call<{ status: string }>('GET', `/executions/${execution}`)
      return status === wanted
    })
  }

  async until(what: string, isSo: () => Promise<boolean>): Promise<void> {
    const deadline = Date.now() + PATIENCE_MS
    while (!(await isSo())) {
      if (Date.now() > deadline) throw new Error(`Timed out waiting for ${what}.`)
      await sleep(POLL_MS)
    }
  }
}
