import { type AccountId, fileIdOf, type JsonObject, type JsonValue } from '#domain/index.ts'
import type { Files, NodeFailed, StreamedBody } from '#ports/index.ts'
import type { RequestShape } from './action.ts'
import type { RelativeRequest } from './build-request.ts'
import { refuse } from './refusal.ts'
import { fillShape } from './shape.ts'

export interface FileBody extends StreamedBody {
  readonly mediaType: string
}

/** Opens the file that a request sends; undefined if it sends none. Its content is not read yet. */
export async function openFileBody(
  { body }: RequestShape,
  parameters: JsonObject,
  files: Files,
  account: AccountId,
): Promise<FileBody | NodeFailed | undefined> {
  if (body?.as !== 'file') return undefined
  const value: JsonValue | undefined = fillShape(body.value, parameters)
  const id = fileIdOf(value)
  if (id === undefined) {
    return refuse('NOT_A_FILE', 'The value is not a file. A file is an object with the member `$file`.')
  }
  const opened = await files.open(account, id)
  if (opened === undefined) {
    return refuse('FILE_NOT_FOUND', `There is no file ${id} in this account. It may have been deleted.`)
  }
  const { file, read } = opened
  return { bytes: file.size, sha256: file.sha256, mediaType: file.mediaType, open: () => read() }
}

/** Adds the file to a request. The content type of the parameters counts, if there is one. */
export function withFileBody(request: RelativeRequest, body: FileBody | undefined): RelativeRequest {
  if (body === undefined) return request
  return { ...request, body, headers: { 'content-type': body.mediaType, ...request.headers } }
}
