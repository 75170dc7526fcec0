import type { AccountClient, Resource } from './account-client.ts'
import { edge, set } from './fixture-nodes.ts'

interface Failure extends Resource {
  readonly count: number
}

const RUNS = 3
/** The longest time that a failure can be ignored. */
const MAX_HOURS = 720

/**
 * Executions that fail for the same cause. Create them after something that stays parked: executions are counted in the order in
 * which they started, so what waits has been noted once these are counted.
 */
export async function createFailedRuns(account: AccountClient): Promise<string> {
  const workflow = await account.createWorkflow('Fails until it is fixed', {
    nodes: [set('before', { n: 1 }), { id: 'pay', type: 'fail', data: { message: 'The account is empty.' } }],
    edges: [edge('before', 'pay')],
  })
  for (let n = 1; n <= RUNS; n++) await account.execute(workflow, { n })
  return workflow
}

/** The first bulk run ends with its trial, the second one resumes the rest. Failures are counted some seconds after the runs. */
export async function resumeFailedRuns(account: AccountClient, workflow: string): Promise<void> {
  const failure = await findFailure(account, workflow, RUNS)
  await account.api.call('PATCH', `/failures/${failure}`, { ignored: true })
  await resume(account, failure, { version: 'original', end: 'trial_failed' })
  await account.api.call('PATCH', `/workflows/${workflow}`, {
    nodes: [set('before', { n: 1 }), set('pay', { paid: true })],
  })
  await resume(account, failure, { version: 'current', end: 'completed' })
}

export async function ignoreFailure(account: AccountClient, workflow: string): Promise<void> {
  const failure = await findFailure(account, workflow, 1)
  await account.api.call('PATCH', `/failures/${failure}`, { ignored: true, hours: MAX_HOURS })
}

/** The only failure of a workflow, once that many of its executions are counted. */
async function findFailure(account: AccountClient, workflow: string, count: number): Promise<string> {
  let found: Failure | undefined
  await account.until(`${count} failed executions of workflow ${workflow} to be counted`, async () => {
    const path = `/failures?workflow_id=${workflow}`
    found = (await account.api.call<Failure[]>('GET', path)).find((one) => one.count === count)
    return found !== undefined
  })
  return found?.id ?? ''
}

async function resume(
  account: AccountClient,
  failure: string,
  { version, end }: { readonly version: 'original' | 'current'; readonly end: string },
): Promise<void> {
  const { id } = await account.api.call<Resource>('POST', `/failures/${failure}/resume`, { version })
  await account.until(`the end ${end} of bulk run ${id}`, async () => {
    const { status } = await account.api.call<{ status: string }>('GET', `/bulk-runs/${id}`)
    return status === end
  })
}
