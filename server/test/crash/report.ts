import { printTable } from '#start/print-table.ts'
import type { CrashResult } from './crash-run.ts'
import { keyOf } from './checks/check-journal.ts'
import { type FilesSnapshot, type Rule, RULES, type StoredExecution } from './checks/history.ts'

const SHOWN_PER_RULE = 5
const DETAIL_LENGTH = 1_000

/** Prints the results as a table, and every rule that was violated. */
export function printReport(results: readonly CrashResult[], print: (line: string) => void): void {
  const columns = results.map(describe)
  const titles = columns[0]?.map(([title]) => title) ?? []
  const rows = titles.map((title, row) => [title, ...columns.map((column) => column[row]?.[1] ?? '')])
  print('')
  printTable(['', ...results.map(({ options }) => options.store)], rows, print)
  for (const result of results) printViolations(result, print)
}

function describe(result: CrashResult): [title: string, figure: string][] {
  const { history, options, violations } = result
  const { planned, stored, arrivals } = history
  const effects = Map.groupBy(arrivals, ({ token, step }) => `${token} ${step}`)
  const unanswered = planned.filter(
    ({ acceptedIds, answeredEnds }) => acceptedIds.length + answeredEnds.length === 0,
  ).length
  const gaps = stored.flatMap(recoveries)
  return [
    ['seed', String(options.seed)],
    ['kills', String(result.kills)],
    ['executions accepted', String(planned.length - unanswered)],
    [
      '  of which the caller got the end',
      String(planned.filter(({ answeredEnds }) => answeredEnds.length > 0).length),
    ],
    ['  of which the first response was lost', String(result.lostResponses - unanswered)],
    ['requests without a response, not repeated', String(unanswered)],
    ['sub-workflows', String(stored.filter(({ parentId }) => parentId !== null).length)],
    [
      'executions that were interrupted',
      String(new Set(stored.filter((one) => recoveries(one).length > 0)).size),
    ],
    ['effects', String(effects.size)],
    ['repeated effects', String([...effects.values()].filter((all) => all.length > 1).length)],
    ['files', String(history.files.afterKills.files.length)],
    ['  of which were kept by the cleanup', String(history.files.afterCleanup.files.length)],
    ['contents without a file before the cleanup', String(countUnused(history.files.afterKills))],
    ['executions deleted by the cleanup', String(history.files.deletedExecutions)],
    ['attempts interrupted', String(gaps.length)],
    ['slowest restart', seconds(Math.max(0, ...result.restarts))],
    ['slowest recovery of an attempt', seconds(Math.max(0, ...gaps))],
    ['last execution ended, after the last start', seconds(result.settledMs)],
    ['violations', String(violations.length)],
  ]
}

function countUnused({ stored, contentIds }: FilesSnapshot): number {
  return stored.filter(({ key }) => !contentIds.includes(key)).length
}

/** From the begin of each interrupted attempt to the begin of the next. */
function recoveries({ journal }: StoredExecution): number[] {
  const latest = new Map<string, number | undefined>()
  return journal
    .flatMap(({ steps }) => steps)
    .flatMap((entry) => {
      const key = keyOf(entry)
      const interruptedAt = latest.get(key)
      latest.set(key, entry.status === 'begun' ? entry.startedAt : undefined)
      return entry.status === 'begun' && interruptedAt !== undefined ? [entry.startedAt - interruptedAt] : []
    })
}

function printViolations({ violations, options }: CrashResult, print: (line: string) => void): void {
  for (const [rule, found] of Map.groupBy(violations, (violation) => violation.rule)) {
    print('')
    print(`${options.store}, seed ${options.seed}: violated ${found.length} times: ${describeRule(rule)}`)
    for (const { executionId, detail } of found.slice(0, SHOWN_PER_RULE)) {
      print(`  ${executionId ?? ''}  ${detail.slice(0, DETAIL_LENGTH)}`)
    }
    const more = found.slice(SHOWN_PER_RULE).flatMap(({ executionId }) => executionId ?? [])
    if (more.length > 0) print(`  and ${more.join(', ')}`)
  }
}

function describeRule(rule: Rule): string {
  return `${RULES[rule]} (${rule})`
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
