import { useEffect, useRef, useState } from 'react'
import { describeError } from '../api/api-error.ts'
import type { FileValue } from './file-value.ts'
import { uploadFile, type UploadProgress } from './upload-file.ts'

export interface RunningUpload {
  readonly key: number
  readonly name: string
  readonly progress: UploadProgress
  readonly cancel: () => void
}

export interface FailedUpload {
  readonly name: string
  readonly message: string
}

/** Uploads files one after another, and reports each that is stored. What is on its way is cancelled when the control is gone. */
export function useUploads(onUploaded: (file: FileValue) => void) {
  const [running, setRunning] = useState<RunningUpload>()
  const [failed, setFailed] = useState<readonly FailedUpload[]>([])
  const current = useRef<AbortController>(undefined)
  useEffect(() => () => current.current?.abort(), [])

  const upload = async (files: readonly File[]) => {
    setFailed([])
    for (const [key, file] of files.entries()) {
      const controller = new AbortController()
      current.current = controller
      const show = (progress: UploadProgress) =>
        setRunning({ key, name: file.name, progress, cancel: () => controller.abort() })
      show({ sent: 0, total: file.size })
      try {
        onUploaded(await uploadFile(file, { signal: controller.signal, onProgress: show }))
      } catch (error) {
        if (!controller.signal.aborted) {
          setFailed((before) => [...before, { name: file.name, message: describeError(error) }])
        }
      }
    }
    setRunning(undefined)
  }
  return { upload, running, failed, refuse: (refused: readonly FailedUpload[]) => setFailed(refused) }
}
