import { createHash } from 'node:crypto'
import { AppError } from '#domain/index.ts'
import { repairJsonParse } from '#domain/json-parse/repair-json-parse.ts'
import { MAX_BODY_BYTES, parseJson } from '../bodies/parse-json.ts'
import type { SplitInput, SplitOutput } from './split-job.ts'

repairJsonParse()

/** Runs in a worker thread; see `split-job.ts`. */
export default function split({ body, member }: SplitInput): SplitOutput {
  try {
    return take(parseJson(body), member)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { ok: false, message: error.message, issues: error.details.issues ?? [], kind: error.kind }
  }
}

function take(value: unknown, member: string): SplitOutput {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  const found = isObject ? (value as Record<string, unknown>)[member] : undefined
  const text = new TextEncoder().encode(typeof found === 'string' ? found : '')
  // The digest stands for the text, for example where two requests are compared.
  const placeholder = `sha256:${createHash('sha256').update(text).digest('hex')}`
  const rest = JSON.stringify(
    typeof found === 'string' ? { ...(value as object), [member]: placeholder } : value,
  )
  if (rest.length <= MAX_BODY_BYTES) return { ok: true, rest, text }
  const message = `The body must not be larger than ${MAX_BODY_BYTES} bytes without \`${member}\`, which must be a text.`
  return { ok: false, message, issues: [{ path: '', message }], kind: 'too_large' }
}
