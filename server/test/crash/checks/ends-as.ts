import { isDeepStrictEqual } from 'node:util'
import { withoutFileIds } from '../file-content.ts'
import type { ExpectedEnd, StoredExecution } from './history.ts'

export function endsAs({ status, output, error }: StoredExecution, end: ExpectedEnd): boolean {
  if (status !== end.status) return false
  return end.status === 'failed'
    ? error?.code === end.code
    : isDeepStrictEqual(withoutFileIds(output), end.output)
}
