import { type AccountId, fileIdOf, type JsonValue } from '#domain/index.ts'
import type { Files, NodeFailed, OpenedFile } from '#ports/index.ts'

/** Opens the file that a parameter names, of the account of the run only. Its content is not read yet. */
export async function openFile(
  files: Files,
  account: AccountId,
  value: JsonValue | undefined,
): Promise<OpenedFile | NodeFailed> {
  const id = fileIdOf(value)
  if (id === undefined) {
    return failed('NOT_A_FILE', 'The value is not a file. A file is an object with the member `$file`.')
  }
  const opened = await files.open(account, id)
  return (
    opened ?? failed('FILE_NOT_FOUND', `There is no file ${id} in this account. It may have been deleted.`)
  )
}

function failed(code: string, message: string): NodeFailed {
  return { ok: false, code, message, permanent: true }
}
