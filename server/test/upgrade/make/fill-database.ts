import { AccountClient } from './fill/account-client.ts'
import { createCredentials, createIntegrations } from './fill/fill-connections.ts'
import { createClaimedDelivery, createEndpoints } from './fill/fill-deliveries.ts'
import { createFailedRuns, ignoreFailure, resumeFailedRuns } from './fill/fill-failures.ts'
import { createFiles } from './fill/fill-files.ts'
import { createForms } from './fill/fill-forms.ts'
import { createParkedRuns } from './fill/fill-parked-runs.ts'
import {
  createConcurrentRuns,
  createEndedRuns,
  createInlineRuns,
  createRunningRun,
} from './fill/fill-runs.ts'
import { createState, createVariables } from './fill/fill-state.ts'
import { createPoll, createTriggers } from './fill/fill-triggers.ts'
import { createIdempotent, createVersions } from './fill/fill-workflows.ts'
import { settle } from './fill/settle.ts'
import type { Api } from './api.ts'
import type { OutsideWorld } from './outside-world.ts'
import type { Story } from './story.ts'

interface FilledDatabase {
  readonly story: Story
  /** A workflow that was never published, with the inbound webhook `hook`. */
  readonly draft: string
}

/** Fills the account of the key with at least one of everything that the public interface can create. */
export async function fillDatabase(api: Api, url: string, outside: OutsideWorld): Promise<FilledDatabase> {
  const account = new AccountClient(api)
  await createInlineRuns(account)
  const credentials = await createCredentials(account)
  const endpoints = await createEndpoints(account, outside)
  const { draft, ...triggers } = await createTriggers(account, url, credentials.header)
  await createPoll(account, outside)
  const form = await createForms(account)
  await createFiles(account)
  await createState(account)
  await createVariables(account)
  const imported = await createIntegrations(account, outside, credentials.openApi)
  const { failing, ...ended } = await createEndedRuns(account, outside, credentials.bearer)
  const parked = await createParkedRuns(account, outside)
  const failingUntilFixed = await createFailedRuns(account)
  const concurrency = await createConcurrentRuns(account)
  const idempotent = await createIdempotent(account)
  await createVersions(account)
  await resumeFailedRuns(account, failingUntilFixed)
  await ignoreFailure(account, failing)
  const running = await createRunningRun(account, outside)
  const claimedEndpoint = await createClaimedDelivery(account, outside)
  await settle(account, running, endpoints)
  const story = {
    claimedEndpoint,
    ...endpoints,
    ...triggers,
    ...ended,
    ...parked,
    ...concurrency,
    form,
    imported,
    idempotent,
    running,
  }
  return { story, draft }
}
