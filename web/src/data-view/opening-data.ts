import type { DataSlice } from '@millrace/contract/execution-data.ts'
import { call } from '../api/call.ts'
import * as operations from '../api/generated/operations.ts'

/** Entries of the first slice of a value. */
export const FIRST_ENTRIES = 200

interface WantedData {
  readonly executionId: string
  readonly step?: string | undefined
  readonly part: 'input' | 'output'
}

let opening: { readonly key: string; readonly slice: Promise<DataSlice> } | undefined

/** Requests data that an address names, while the page that shows it still loads. */
export function requestData(wanted: WantedData): void {
  const { executionId: id, step, part } = wanted
  const query = { ...(step !== undefined && { step }), part, limit: FIRST_ENTRIES }
  const slice = call(operations.readExecutionData, { params: { id }, query }).then(({ data }) => data)
  // A failure is handled by whoever takes the promise, if anybody does.
  slice.catch(() => {})
  opening = { key: keyOf(wanted), slice }
}

/** Returns what was requested, once. */
export function takeData(wanted: WantedData): Promise<DataSlice> | undefined {
  if (opening?.key !== keyOf(wanted)) return undefined
  const { slice } = opening
  opening = undefined
  return slice
}

function keyOf({ executionId, step, part }: WantedData): string {
  return JSON.stringify([executionId, step ?? null, part])
}
