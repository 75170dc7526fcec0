import type { ExecutionFilters } from '../../api/executions.ts'
import { triggerNames } from '../../texts/executions.ts'

export interface ExecutionListSearch {
  status?: NonNullable<ExecutionFilters['status']>
  workflow_id?: string
  trigger?: NonNullable<ExecutionFilters['trigger']>
  error_code?: string
  from?: string
  to?: string
}

const STATUSES = ['pending', 'running', 'completed', 'failed'] as const
const TRIGGERS = Object.keys(triggerNames) as (keyof typeof triggerNames)[]

/** The filters in the address; what is not valid is ignored. */
export function readListSearch(search: Record<string, unknown>): ExecutionListSearch {
  const status = STATUSES.find((one) => one === search['status'])
  const trigger = TRIGGERS.find((one) => one === search['trigger'])
  const text = (name: string) => {
    const value = search[name]
    return typeof value === 'string' && value !== '' ? { [name]: value } : {}
  }
  return {
    ...(status !== undefined && { status }),
    ...(trigger !== undefined && { trigger }),
    ...text('workflow_id'),
    ...text('error_code'),
    ...text('from'),
    ...text('to'),
  }
}

/** Whether two filters choose the same runs. */
export function isSameFilter(one: ExecutionListSearch, other: ExecutionListSearch): boolean {
  const names = ['status', 'workflow_id', 'trigger', 'error_code', 'from', 'to'] as const
  return names.every((name) => one[name] === other[name])
}

export function hasFilters(search: ExecutionListSearch): boolean {
  return Object.keys(search).length > 0
}

export { STATUSES as executionStatuses, TRIGGERS as executionTriggers }
