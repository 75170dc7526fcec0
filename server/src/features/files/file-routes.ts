import { createFile, deleteFile, type File, getFile, readFileContent } from '@millrace/contract/file.ts'
import {
  AppError,
  attachmentHeader,
  conflict,
  notFound,
  readByteRange,
  type StoredFile,
  toFileValue,
} from '#domain/index.ts'
import { accepted, type Binding, type ContentAnswer, reads, writes } from '#http/index.ts'
import type { OpenedFile } from '#ports/index.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'
import { timestamp } from '../shared/timestamps.ts'
import type { FileService } from './file-service.ts'

export function fileRoutes({ store }: FeatureDeps, files: FileService): Binding[] {
  return [
    writes(createFile, async ({ account, upload }, tx) => {
      if (upload === undefined) throw new Error('The content is received before the handler is called.')
      const file = accepted(await files.record(tx, account, upload))
      return { data: presentFile(file), headers: { location: `/v1/files/${file.id}` } }
    }),
    reads(getFile, async ({ account, params }) => {
      const file = await store.files.find(account, params.id)
      if (file === undefined) throw notFound('file')
      return { data: presentFile(file) }
    }),
    reads(readFileContent, async ({ account, params, range, ifRange }) => {
      const opened = await files.open(account, params.id)
      if (opened === undefined) throw notFound('file')
      return answerContent(opened, range, ifRange)
    }),
    writes(deleteFile, async ({ account, params }, tx) => {
      const outcome = await store.files.delete(tx, account, params.id)
      if (outcome === undefined) throw notFound('file')
      if (outcome === 'referenced') {
        throw conflict(
          'An execution or a submission refers to the file. It is deleted with the last one of them.',
        )
      }
      return { data: { id: params.id, deleted: true } }
    }),
  ]
}

function presentFile(file: StoredFile): File {
  const { $file, ...rest } = toFileValue(file)
  return { $file, id: file.id, ...rest, created_at: timestamp(file.createdAt) }
}

function answerContent(
  { file, read }: OpenedFile,
  range: string | undefined,
  ifRange: string | undefined,
): ContentAnswer {
  const tag = `"${file.sha256}"`
  const wanted = ifRange === undefined || ifRange === tag ? readByteRange(range, file.size) : undefined
  if (wanted === null) {
    const message = `must be within the ${file.size} bytes of the file`
    throw new AppError(
      'VALIDATION_ERROR',
      'No byte of the file is within the range.',
      { issues: [{ path: 'Range', message }] },
      { kind: 'range' },
    )
  }
  const length = wanted === undefined ? file.size : wanted.end - wanted.start + 1
  return {
    status: wanted === undefined ? 200 : 206,
    headers: {
      'content-type': file.mediaType,
      'content-length': String(length),
      'content-disposition': attachmentHeader(file.name),
      'accept-ranges': 'bytes',
      etag: tag,
      ...(wanted !== undefined && { 'content-range': `bytes ${wanted.start}-${wanted.end}/${file.size}` }),
    },
    content: read(wanted),
  }
}
