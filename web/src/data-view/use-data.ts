import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { DataSlice } from '@millrace/contract/execution-data.ts'
import { call, operationUrl } from '../api/call.ts'
import * as operations from '../api/generated/operations.ts'
import {
  type DataSource,
  type Entry,
  entryFromSlice,
  entryOf,
  type ReadSlice,
  toPointer,
} from './data-source.ts'
import { FIRST_ENTRIES, takeData } from './opening-data.ts'

/** Up to this size, data is read at once. */
const WHOLE_SIZE = 400_000

export interface LoadedData {
  readonly root: Entry
  /** Present if the data is not in memory. */
  readonly read: ReadSlice | undefined
  /** The size as JSON, in bytes; null if it is not known. */
  readonly size: number | null
  /** Where to download it; null for a value of the page. */
  readonly url: string | null
}

type ExecutionSource = Extract<DataSource, { kind: 'execution' }>

export function useData(source: DataSource) {
  const execution = source.kind === 'execution' ? source : undefined
  const query = useQuery({
    queryKey: [
      'execution-data',
      execution?.executionId,
      execution?.step,
      execution?.part,
      execution?.revision,
    ],
    queryFn: ({ signal }) => load(execution as ExecutionSource, signal),
    enabled: execution !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
  const value = source.kind === 'value' ? source.value : undefined
  const isValue = source.kind === 'value'
  const inMemory = useMemo<LoadedData | undefined>(
    () => (isValue ? { root: entryOf(null, value), read: undefined, size: null, url: null } : undefined),
    [isValue, value],
  )
  return { ...query, data: inMemory ?? query.data }
}

async function load(source: ExecutionSource, signal: AbortSignal): Promise<LoadedData> {
  const url = contentUrl(source)
  const slice = await (takeData(source) ?? readSlice(source, { limit: FIRST_ENTRIES }, signal))
  const root = entryFromSlice(null, slice)
  if (slice.is_whole) return { root, read: undefined, size: slice.size, url }
  if (slice.size <= WHOLE_SIZE) {
    const response = await fetch(url, { credentials: 'same-origin', signal })
    if (response.ok) {
      const value: unknown = await response.json()
      return { root: entryOf(null, value), read: undefined, size: slice.size, url }
    }
  }
  const read: ReadSlice = (path, offset, limit) =>
    path.length === 0 && offset === 0 && slice.entries.length > 0
      ? Promise.resolve(slice)
      : readSlice(source, { pointer: toPointer(path), offset, limit })
  return { root, read, size: slice.size, url }
}

async function readSlice(
  source: ExecutionSource,
  range: { pointer?: string; offset?: number; limit: number },
  signal?: AbortSignal,
): Promise<DataSlice> {
  const params = { id: source.executionId }
  const query = { ...selection(source), ...range }
  return (await call(operations.readExecutionData, { params, query, signal })).data
}

function contentUrl(source: ExecutionSource): string {
  const params = { id: source.executionId }
  return operationUrl(operations.downloadExecutionData, { params, query: selection(source) })
}

function selection({ step, part }: ExecutionSource) {
  return { ...(step !== undefined && { step }), part }
}
