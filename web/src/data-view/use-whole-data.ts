import { useEffect, useRef, useState } from 'react'
import type { LoadedData } from './use-data.ts'
import { downloadWhole, type WholeData, wholeValue } from './whole-data.ts'

interface Progress {
  readonly state: 'none' | 'loading' | 'ready' | 'failed'
  readonly bytes: number
}

/** Access to all of the data. What is not in memory is downloaded into a worker on request. */
export function useWholeData(data: LoadedData | undefined) {
  const [progress, setProgress] = useState<Progress>({ state: 'none', bytes: 0 })
  const [whole, setWhole] = useState<WholeData>()
  const stop = useRef<AbortController>(undefined)

  useEffect(() => {
    if (data === undefined) return undefined
    if (data.read === undefined) setWhole(wholeValue(data.root.value))
    return () => {
      stop.current?.abort()
      setProgress({ state: 'none', bytes: 0 })
      setWhole((known) => {
        known?.dispose()
        return undefined
      })
    }
  }, [data])

  const load = async () => {
    if (data?.url == null || progress.state === 'loading') return
    const controller = new AbortController()
    stop.current = controller
    setProgress({ state: 'loading', bytes: 0 })
    try {
      const loaded = await downloadWhole(data.url, {
        signal: controller.signal,
        onProgress: (bytes) => setProgress({ state: 'loading', bytes }),
      })
      if (controller.signal.aborted) return loaded.dispose()
      setWhole(loaded)
      setProgress({ state: 'ready', bytes: data.size ?? 0 })
    } catch {
      setProgress({ state: controller.signal.aborted ? 'none' : 'failed', bytes: 0 })
    }
  }
  return { whole, progress, load, cancel: () => stop.current?.abort() }
}
