import { useEffect, useMemo, useRef, useState } from 'react'
import type { LoadedData } from './use-data.ts'
import { downloadWhole, type WholeData, wholeValue } from './whole-data.ts'

interface Download {
  /** What is downloaded. A download for other data does not count. */
  readonly data: LoadedData
  readonly state: 'loading' | 'ready' | 'failed'
  readonly bytes: number
  readonly whole?: WholeData
}

/** Access to all of the data. What is not in memory is downloaded into a worker on request. */
export function useWholeData(data: LoadedData) {
  const [latest, setLatest] = useState<Download>()
  const stop = useRef<AbortController>(undefined)
  const inMemory = useMemo(() => (data.read === undefined ? wholeValue(data.root.value) : undefined), [data])
  const download = latest?.data === data ? latest : undefined
  const downloaded = download?.whole

  useEffect(() => () => stop.current?.abort(), [])
  useEffect(() => () => downloaded?.dispose(), [downloaded])

  const load = async () => {
    if (data.url === null || download?.state === 'loading') return
    const controller = new AbortController()
    stop.current = controller
    setLatest({ data, state: 'loading', bytes: 0 })
    try {
      const whole = await downloadWhole(data.url, {
        signal: controller.signal,
        onProgress: (bytes) => setLatest({ data, state: 'loading', bytes }),
      })
      setLatest({ data, state: 'ready', bytes: data.size ?? 0, whole })
    } catch {
      setLatest(controller.signal.aborted ? undefined : { data, state: 'failed', bytes: 0 })
    }
  }
  return { whole: inMemory ?? downloaded, download, load, cancel: () => stop.current?.abort() }
}
