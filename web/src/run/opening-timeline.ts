import type { Timeline } from '@millrace/contract/execution-timeline.ts'
import { call } from '../api/call.ts'
import * as operations from '../api/generated/operations.ts'

let opening: { readonly id: string; readonly timeline: Promise<Timeline> } | undefined

/** Requests the timeline of a run that is being opened, while the code of its page still loads. */
export function requestTimeline(id: string): void {
  const timeline = call(operations.getTimeline, { params: { id } }).then(({ data }) => data)
  // A failure is handled by whoever takes the promise, if anybody does.
  timeline.catch(() => {})
  opening = { id, timeline }
}

/** Returns what was requested for this run, once. */
export function takeTimeline(id: string): Promise<Timeline> | undefined {
  const found = opening?.id === id ? opening.timeline : undefined
  opening = undefined
  return found
}
