import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { safeFilePath } from '#domain/index.ts'
import type { FormatResult } from '#nodes/format-operations/format-result.ts'
import type { NewFileName } from '#nodes/thread-files/file-messages.ts'
import type { NewFile, ThreadFiles } from '#nodes/thread-files/thread-files.ts'
import { writeZipEntries } from './zip-writer.ts'

export interface CreateInput {
  readonly format: 'zip' | 'gzip'
  /** Of the files to read, in their order. */
  readonly paths: readonly string[]
  readonly target: NewFileName
  /** Milliseconds since the epoch; the same for all entries, so that the same files make the same archive. */
  readonly modifiedAt: number
}

export async function createArchive(files: ThreadFiles, input: CreateInput): Promise<FormatResult> {
  const file = files.create(input.target)
  if (input.format === 'gzip')
    await pipeline(files.read(0), createGzip(), async (chunks: AsyncIterable<Uint8Array>) => {
      for await (const chunk of chunks) await file.write(chunk)
    })
  else await writeZip(files, file, input)
  return { ok: true, value: await file.end() }
}

async function writeZip(
  files: ThreadFiles,
  file: NewFile,
  { paths, modifiedAt }: CreateInput,
): Promise<void> {
  const unique = uniquePaths(paths)
  const contents = unique.map((path, index) => ({ path, chunks: files.read(index) }))
  await writeZipEntries(file, contents, modifiedAt)
}

/** Files of the same name get a number. */
export function uniquePaths(paths: readonly string[]): readonly string[] {
  const taken = new Set<string>()
  return paths.map((given) => {
    const path = safeFilePath(given)
    const [, start = '', extension = ''] = /^(.*?[^/])(\.[^./]{1,20})?$/s.exec(path) ?? [path, path]
    let name = path
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${start} (${number})${extension}`
    taken.add(name.toLowerCase())
    return name
  })
}
