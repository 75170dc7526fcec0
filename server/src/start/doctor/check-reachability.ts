import { GuardedDialer, GuardedHttpClient } from '#adapters/index.ts'
import type { CheckContext, CheckResult, Finding } from './finding.ts'

const TIMEOUT_MS = 5_000

/** Asks the service for its state, at the address that people and programs use. */
export async function checkReachability({ config }: CheckContext, isRunning: boolean): Promise<CheckResult> {
  const { publicUrl, host, port } = config
  const name = 'reachability'
  const local = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host
  const address = publicUrl ?? `http://${local.includes(':') ? `[${local}]` : local}:${port}`
  if (publicUrl === undefined && port === 0) {
    return { name, faults: [], notes: ['PORT is 0, so the address of the service is not known.'] }
  }
  const setting = publicUrl === undefined ? 'HOST and PORT' : 'MILLRACE_PUBLIC_URL and the proxy'
  const fail = (what: string, remedy: string) => ({ name, faults: [{ what, remedy }] })
  const answer = await ask(address)
  if ('failure' in answer) {
    if (publicUrl === undefined && !isRunning)
      return { name, faults: [], notes: ['The service does not run.'] }
    return fail(
      `The service cannot be reached at ${address}: ${answer.failure}`,
      `Check ${setting}, and that the service runs.`,
    )
  }
  if (answer.problems === undefined) {
    return fail(`Another program than Millrace answers at ${address}.`, `Check ${setting}.`)
  }
  const faults: Finding[] = answer.problems.map((problem) => ({
    what: `The service is not ready: ${problem}.`,
    remedy: 'See the guide to operations, Health.',
  }))
  return { name, faults }
}

/** `problems` is undefined if what answers is not this service. */
async function ask(
  address: string,
): Promise<{ readonly failure: string } | { readonly problems: readonly string[] | undefined }> {
  // The operator chose the address, so it may be private.
  const policy = { allowLoopback: true, allow: [{ cidr: '0.0.0.0/0' }, { cidr: '::/0' }] }
  const client = new GuardedHttpClient(new GuardedDialer({ policy }))
  try {
    const result = await client.send({ method: 'GET', url: `${address}/readyz`, deadlineMs: TIMEOUT_MS })
    return result.ok ? { problems: readProblems(result.body) } : { failure: result.message }
  } finally {
    await client.close()
  }
}

function readProblems(body: Uint8Array): readonly string[] | undefined {
  try {
    const { status, problems } = JSON.parse(Buffer.from(body).toString()) as Readonly<Record<string, unknown>>
    if (status !== 'ready' && status !== 'not ready') return undefined
    return Array.isArray(problems) ? problems.map(String) : []
  } catch {
    return undefined
  }
}
