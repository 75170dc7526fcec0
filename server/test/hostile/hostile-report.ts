import { printTable } from '#start/print-table.ts'
import type { Group } from './hostile-case.ts'
import { type CaseResult, hasPassed, MAX_STALL_MS } from './run-case.ts'
import type { CaseReport } from './run-group.ts'

const SHOWN_PROBLEMS = 3
const PROBLEM_LENGTH = 500

/** Prints every case as a row, and what went wrong. */
export function printReport(
  reports: readonly CaseReport[],
  silent: readonly Group[],
  print: (line: string) => void,
): void {
  const titles = ['CASE', 'STORE', 'LIVEZ', 'EXECUTE', 'MACHINE', 'TRIES', 'OUTCOME']
  print('')
  printTable(titles, reports.map(rowOf), print)
  for (const { group, name, store, result } of reports.filter(
    (report) => report.result.problems.length > 0,
  )) {
    print('')
    print(`${group} ${name} on ${store}:`)
    for (const problem of result.problems.slice(0, SHOWN_PROBLEMS))
      print(`  ${problem.slice(0, PROBLEM_LENGTH)}`)
  }
  for (const group of silent) {
    print('')
    print(`The negative control of ${group} found no stall: its cases prove nothing.`)
  }
  const failed = reports.filter(({ result }) => !hasPassed(result))
  print('')
  print(
    `${reports.length - failed.length} of ${reports.length} cases: nobody waited longer than ${MAX_STALL_MS} ms for somebody else.`,
  )
  print(
    'Times are the longest answers, without the time in which the machine kept a server that does nothing',
  )
  print('waiting as well, the prober did not run, or the service was ready and had no processor.')
}

export function describeReport(report: CaseReport): string {
  const { result, store, group, name } = report
  const note = result.note === '' ? '' : ` (${result.note.slice(0, 160)})`
  return `  ${outcomeOf(result).padEnd(7)} ${group} ${name} on ${store}: livez ${ms(result.livez.ms)}, execute ${ms(result.execute.ms)}, machine ${ms(result.machineMs)}${note}`
}

export function describeControl(
  group: Group,
  { livez, execute }: Pick<CaseResult, 'livez' | 'execute'>,
): string {
  return `${group}: without protection, livez ${ms(livez.ms)}, execute ${ms(execute.ms)}`
}

function rowOf({ group, name, store, result, tries }: CaseReport): string[] {
  const { livez, execute, machineMs } = result
  return [
    `${group} ${name}`,
    store,
    ms(livez.ms),
    ms(execute.ms),
    ms(machineMs),
    String(tries),
    outcomeOf(result),
  ]
}

function outcomeOf(result: CaseResult): string {
  if (hasPassed(result)) return 'ok'
  return Math.max(result.livez.ms, result.execute.ms) > MAX_STALL_MS ? 'STALLED' : 'WRONG'
}

function ms(value: number): string {
  return `${Math.round(value)} ms`
}
