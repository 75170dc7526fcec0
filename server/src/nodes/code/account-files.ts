import { type AccountId, AppError, fileIdOf, toFileValue } from '#domain/index.ts'
import type { Files, OpenedFile, SandboxFiles } from '#ports/index.ts'

const MAX_BYTES = 16 * 1024 * 1024

/** The files that code of an account can reach: its own, and no larger than the sandbox can take. */
export function accountFiles(files: Files, account: AccountId): SandboxFiles {
  return {
    read: (given) =>
      explained(async () => {
        const id = fileIdOf({ $file: given })
        const opened = id === undefined ? undefined : await files.open(account, id)
        if (opened === undefined) {
          return refuse(`There is no file ${given} in this account. It may have been deleted.`)
        }
        const { name, size } = opened.file
        if (size > MAX_BYTES) {
          return refuse(`The file "${name}" has ${size} bytes. Code reads files up to 16 MiB.`)
        }
        return { ok: true, bytes: await collect(opened) }
      }),
    create: (name, mediaType, content) =>
      explained(async () => {
        const source = { name, mediaType, chunks: once(content), announcedBytes: content.length }
        const created = await files.create(account, { ...source, maxBytes: MAX_BYTES })
        return created.ok ? { ok: true, value: toFileValue(created.file) } : refuse(created.message)
      }),
  }
}

/** What the service refuses, such as while the file storage is away, is an error that the code can catch. */
async function explained<Result>(
  work: () => Promise<Result>,
): Promise<Result | { readonly ok: false; readonly message: string }> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError) return refuse(error.message)
    throw error
  }
}

function refuse(message: string) {
  return { ok: false, message } as const
}

async function collect({ file, read }: OpenedFile): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafe(file.size)
  let at = 0
  for await (const chunk of read()) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

async function* once(content: Uint8Array): AsyncIterable<Uint8Array> {
  yield content
}
