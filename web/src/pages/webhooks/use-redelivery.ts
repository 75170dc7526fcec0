import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import * as operations from '../../api/generated/operations.ts'

export interface RedeliveryProgress {
  readonly done: number
  readonly total: number
  readonly state: 'running' | 'finished' | 'stopped' | 'failed'
  readonly error?: unknown
}

export interface RedeliveryRange {
  readonly from: string
  readonly to: string
  readonly status: 'failed' | 'delivered'
}

/** Small enough to stop in time, and large enough to be quick. */
const PORTION = 100

/** Sends deliveries again in portions, so that it can show its progress and stop. */
export function useRedelivery(webhookId: string) {
  const client = useQueryClient()
  const [progress, setProgress] = useState<RedeliveryProgress>()
  const isStopped = useRef(false)

  const run = async (work: (report: (done: number, total: number) => void) => Promise<void>) => {
    isStopped.current = false
    let last = { done: 0, total: 0 }
    setProgress({ ...last, state: 'running' })
    try {
      await work((done, total) => {
        last = { done, total }
        setProgress({ ...last, state: 'running' })
      })
      setProgress({ ...last, state: isStopped.current ? 'stopped' : 'finished' })
    } catch (error) {
      setProgress({ ...last, state: 'failed', error })
    } finally {
      await client.invalidateQueries({ queryKey: ['webhooks'] })
    }
  }

  return {
    progress,
    stop: () => {
      isStopped.current = true
    },
    reset: () => setProgress(undefined),
    redeliverRange: (range: RedeliveryRange) =>
      run(async (report) => {
        let done = 0
        let cursor: string | null | undefined
        do {
          const body = { ...range, limit: PORTION, ...(cursor == null ? {} : { cursor }) }
          const { data } = await call(operations.redeliverRange, { params: { id: webhookId }, body })
          done += data.redelivered
          cursor = data.next_cursor
          report(done, done + data.remaining)
        } while (cursor !== null && !isStopped.current)
      }),
    redeliverMany: (ids: readonly string[]) =>
      run(async (report) => {
        for (const [index, id] of ids.entries()) {
          if (isStopped.current) return
          await call(operations.redeliver, { params: { id: webhookId, delivery_id: id } })
          report(index + 1, ids.length)
        }
      }),
  }
}
