import { ApiError, type Issue } from '../api/api-error.ts'
import * as t from '../texts/files.ts'
import { type FileValue, toFileValue } from './file-value.ts'

export interface UploadProgress {
  readonly sent: number
  readonly total: number
}

interface UploadOptions {
  readonly signal: AbortSignal
  readonly onProgress: (progress: UploadProgress) => void
}

/** Uploads a file. It is kept for 24 hours if nothing refers to it. Only XMLHttpRequest reports how much has been sent. */
export function uploadFile(file: File, { signal, onProgress }: UploadOptions): Promise<FileValue> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const fail = (message: string, status = 0) =>
      reject(new ApiError(status === 0 ? 'NETWORK' : 'VALIDATION_ERROR', message, { status }))
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress({ sent: loaded, total }))
    request.addEventListener('error', () => fail(t.unreachable))
    request.addEventListener('abort', () => reject(new DOMException('upload cancelled', 'AbortError')))
    request.addEventListener('load', () => {
      const answer = readAnswer(request.responseText)
      const value = toFileValue(answer?.data)
      if (request.status === 201 && value !== undefined) resolve(value)
      else fail(answer?.error?.message ?? t.unreachable, request.status)
    })
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.open('POST', `/app/v1/files?name=${encodeURIComponent(file.name)}`)
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('content-type', file.type === '' ? 'application/octet-stream' : file.type)
    request.send(file)
  })
}

interface UploadAnswer {
  readonly data?: unknown
  readonly error?: { readonly message?: string; readonly details?: { readonly issues?: readonly Issue[] } }
}

function readAnswer(text: string): UploadAnswer | undefined {
  try {
    return JSON.parse(text) as UploadAnswer
  } catch {
    return undefined
  }
}
