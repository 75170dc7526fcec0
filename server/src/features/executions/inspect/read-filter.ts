import type { ExecutionFilter } from '@millrace/contract/execution-list.ts'
import type { Issue } from '@millrace/contract/errors.ts'
import { invalid, readTimeRange } from '#domain/index.ts'
import type { AllExecutionsFilter } from '#ports/index.ts'

/** The filter of a request, for the store. */
export function readFilter(wanted: ExecutionFilter): AllExecutionsFilter {
  const range = readTimeRange(wanted.from, wanted.to)
  if (!('to' in range)) throw invalid(range)
  return {
    workflowId: wanted.workflow_id?.toLowerCase(),
    status: wanted.status,
    trigger: wanted.trigger,
    errorCode: wanted.error_code,
    ...range,
  }
}

/** What is wrong with the times of a filter. `prefix`: where it is in the request. */
export function checkFilter(
  { from, to }: ExecutionFilter,
  isValid: (path: string) => boolean,
  prefix = '',
): readonly Issue[] {
  const range = readTimeRange(
    isValid(`${prefix}from`) ? from : undefined,
    isValid(`${prefix}to`) ? to : undefined,
  )
  return 'to' in range ? [] : range.map(({ path, message }) => ({ path: `${prefix}${path}`, message }))
}
