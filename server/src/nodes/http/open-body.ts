import { randomUUID } from 'node:crypto'
import { type AccountId, isFileValue, isJsonObject, type JsonValue, nameJsonType } from '#domain/index.ts'
import { openFile } from '#nodes/files/open-file.ts'
import { refuseParameter } from '#nodes/parameters/refuse-parameter.ts'
import type { Files, NodeCall, NodeFailed, OpenedFile, StreamedBody } from '#ports/index.ts'
import type { HttpParameters } from './http-parameters.ts'
import { bodyTypeOf } from './plan-request.ts'
import type { RequestPlan } from './request-plan.ts'

/** Adds the body to a request that sends files. They are read as they are sent. */
export async function openBody(
  files: Files,
  plan: RequestPlan,
  { account, parameters }: NodeCall,
): Promise<RequestPlan | NodeFailed> {
  const given = parameters as HttpParameters
  const body = (given.body ?? null) as JsonValue
  if (body === null) return plan
  const kind = bodyTypeOf(given)
  if (kind === 'file') {
    const opened = await openFile(files, account, body)
    if ('ok' in opened) return opened
    const { file, read } = opened
    return withBody(plan, { bytes: file.size, open: () => read() }, file.mediaType)
  }
  return kind === 'multipart' ? openMultipart(files, account, { plan, body }) : plan
}

/** The `Content-Type` of the parameters counts, if there is one. */
function withBody(plan: RequestPlan, body: StreamedBody, type: string): RequestPlan {
  return { ...plan, body, headers: { 'content-type': type, ...plan.headers } }
}

async function openMultipart(
  files: Files,
  account: AccountId,
  { plan, body }: { readonly plan: RequestPlan; readonly body: JsonValue },
): Promise<RequestPlan | NodeFailed> {
  if (!isJsonObject(body)) {
    return refuseParameter(
      `The parameter \`body\` must be an object for the body type \`multipart\`, but it is ${nameJsonType(body)}.`,
    )
  }
  const boundary = `millrace-${randomUUID()}`
  const parts: (Buffer | OpenedFile)[] = []
  for (const [name, member] of Object.entries(body)) {
    for (const value of (Array.isArray(member) ? member : [member]) as readonly JsonValue[]) {
      if (value === null) continue
      if (!isFileValue(value)) {
        const text = typeof value === 'string' ? value : JSON.stringify(value)
        parts.push(Buffer.from(`${partHead(boundary, name)}\r\n\r\n${text}\r\n`))
        continue
      }
      const opened = await openFile(files, account, value)
      if ('ok' in opened) return opened
      const { file } = opened
      const head = `${partHead(boundary, name)}; filename="${quoted(file.name)}"\r\nContent-Type: ${file.mediaType}\r\n\r\n`
      parts.push(Buffer.from(head), opened, Buffer.from('\r\n'))
    }
  }
  parts.push(Buffer.from(`--${boundary}--\r\n`))
  const bytes = parts.reduce((sum, part) => sum + (Buffer.isBuffer(part) ? part.length : part.file.size), 0)
  // A type of the parameters would lack the boundary.
  const { 'content-type': _ignored, ...headers } = plan.headers
  return withBody(
    { ...plan, headers },
    { bytes, open: () => streamed(parts) },
    `multipart/form-data; boundary=${boundary}`,
  )
}

async function* streamed(parts: readonly (Buffer | OpenedFile)[]): AsyncIterable<Uint8Array> {
  for (const part of parts) {
    if (Buffer.isBuffer(part)) yield part
    else yield* part.read()
  }
}

function partHead(boundary: string, name: string): string {
  return `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"`
}

/** As browsers write names in multipart bodies. */
function quoted(name: string): string {
  return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22')
}
