import { downloadExecutionData, readExecutionData } from '@millrace/contract/execution-data.ts'
import {
  type AccountId,
  invalid,
  isFinal,
  type JsonObject,
  notFound,
  RawJson,
  rawOf,
  readPointer,
  sliceJson,
  withholdsLinks,
  writeJson,
} from '#domain/index.ts'
import type { Engine } from '#engine/index.ts'
import { type Binding, reads, type RequestCheck, finish } from '#http/index.ts'
import type { FeatureDeps } from '../../shared/feature-deps.ts'
import { readOutline } from './read-outline.ts'
import { RecentTexts } from './recent-texts.ts'

const DEFAULT_LIMIT = 100
const CHARACTERS_PER_CHUNK = 64 * 1024

interface DataRequest {
  readonly id: string
  /** The key of a step; undefined for the execution as a whole. */
  readonly step: string | undefined
  readonly part: 'input' | 'output'
}

/** The data of executions, in parts. It stays text: parsing megabytes would hold up everyone else. */
export function executionDataRoutes({ store }: FeatureDeps, engine: Engine): Binding[] {
  const { executions } = store
  const recent = new RecentTexts()

  async function readText(account: AccountId, request: DataRequest): Promise<string> {
    const { id, step, part } = request
    const key = JSON.stringify([account, id, step, part])
    const known = recent.find(key)
    if (known !== undefined) return known
    const execution = await executions.overview(account, id)
    if (execution === undefined) throw notFound('execution')
    const text =
      step === undefined ? await executions.text(account, id, part) : await readStep(account, request, step)
    if (text === undefined) throw notFound(step === undefined ? 'execution' : 'step')
    // Only the data of an execution that has ended never changes.
    if (isFinal(execution.status)) recent.add(key, text)
    return text
  }

  async function readStep(
    account: AccountId,
    { id, part }: DataRequest,
    key: string,
  ): Promise<string | undefined> {
    const execution = await executions.overview(account, id)
    const input = await executions.text(account, id, 'input')
    if (execution === undefined || input === undefined) return undefined
    const version = await engine.version(account, execution.versionId)
    const { steps } = await readOutline(executions, account, {
      execution,
      version,
      input: new RawJson(input, null).asValue() as JsonObject,
    })
    const step = steps.find(key, execution.status)
    if (step === undefined) return undefined
    return part === 'input' ? writeJson(step.input()) : (rawOf(step.result?.output ?? null)?.text ?? 'null')
  }

  return [
    reads(
      readExecutionData,
      async ({ account, scopes, params: { id }, query }) => {
        const { step, part = 'output', pointer = '', offset = 0, limit = DEFAULT_LIMIT } = query
        const path = readPointer(pointer)
        if (path === undefined) throw invalid([INVALID_POINTER])
        // Before it is cut: nobody can put links together from parts.
        const stored = await readText(account, { id, step, part })
        const text = withholdsLinks(scopes)?.(stored) ?? stored
        const data = await finish(sliceJson(text, { path, offset, limit }))
        if (data === undefined) throw notFound('value')
        return { data }
      },
      checkPointer,
    ),
    reads(downloadExecutionData, async ({ account, params: { id }, query }) => {
      const { step, part = 'output' } = query
      const text = await readText(account, { id, step, part })
      return {
        chunks: chunksOf(text),
        headers: { 'content-disposition': `attachment; filename="${id}-${part}.json"` },
      }
    }),
  ]
}

const INVALID_POINTER = {
  path: 'pointer',
  message: 'must be a JSON pointer such as `/items/3/name`: empty, or starting with `/`',
}

const checkPointer: RequestCheck<typeof readExecutionData> = ({ query }, isValid) =>
  isValid('pointer') && readPointer(query.pointer ?? '') === undefined ? [INVALID_POINTER] : []

async function* chunksOf(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length;) {
    let end = Math.min(at + CHARACTERS_PER_CHUNK, text.length)
    // A character outside the basic plane must not be split.
    if (end < text.length && /[\uD800-\uDBFF]/.test(text.charAt(end - 1))) end += 1
    yield text.slice(at, end)
    at = end
  }
}
