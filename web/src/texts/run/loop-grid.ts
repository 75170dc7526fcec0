import { formatNumber } from '../format.ts'
import { plural } from '../plural.ts'

export const loop = 'Loop'
export const items = (name: string) => `Items of ${name}`
export const cell = (index: number, status: string) => `Item ${index + 1}: ${status}`
export const notStarted = 'not started'

interface Counts {
  total: number
  completed: number
  failed: number
  open: number
  aborted: number
  notStarted: number
}

/** "12 items: 6 completed, 1 failed, 5 not started" */
export function summary({ total, completed, failed, open, aborted, notStarted: rest }: Counts): string {
  const counts = [
    completed > 0 && `${formatNumber(completed)} completed`,
    failed > 0 && `${formatNumber(failed)} failed`,
    open > 0 && `${formatNumber(open)} running`,
    aborted > 0 && `${formatNumber(aborted)} aborted`,
    rest > 0 && `${formatNumber(rest)} not started`,
  ].filter((text) => text !== false)
  const all = plural(total, { one: '1 item', other: `${formatNumber(total)} items` })
  return counts.length === 0 ? all : `${all}: ${counts.join(', ')}`
}
