import { printTable } from '#start/print-table.ts'
import type { Group } from './hostile-case.ts'
import { type CaseResult, hasPassed, type Judgement, longestStall, MAX_STALL_MS } from './run-case.ts'
import type { CaseReport } from './run-group.ts'

const SHOWN_PROBLEMS = 3
const PROBLEM_LENGTH = 500

/** Prints every case as a row, and what went wrong. */
export function printReport(
  reports: readonly CaseReport[],
  silent: readonly Group[],
  print: (line: string) => void,
): void {
  const titles = ['CASE', 'STORE', 'LIVEZ', 'EXECUTE', 'TURN', 'MACHINE', 'TRIES', 'OUTCOME']
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
  const busy = reports.filter(({ result }) => result.machineMs > MAX_STALL_MS)
  if (busy.length > 0) {
    print(`The machine itself kept a server that does nothing waiting as long in ${busy.length} of them.`)
  }
  print('LIVEZ and EXECUTE: the longest answers to somebody else, without what the machine explains.')
  print('TURN: how long the service computed at most without a turn of its event loop.')
}

export function describeReport(report: CaseReport): string {
  const { result, store, group, name } = report
  const note = result.note === '' ? '' : ` (${result.note.slice(0, 160)})`
  return `  ${outcomeOf(result).padEnd(7)} ${group} ${name} on ${store}: livez ${ms(result.livez.ms)}, execute ${ms(result.execute.ms)}, turn ${ms(result.turnMs)}, machine ${ms(result.machineMs)}${note}`
}

export function describeControl(group: Group, { livez, execute, turnMs }: Judgement): string {
  return `${group}: without protection, livez ${ms(livez.ms)}, execute ${ms(execute.ms)}, turn ${ms(turnMs)}`
}

function rowOf({ group, name, store, result, tries }: CaseReport): string[] {
  const { livez, execute, turnMs, machineMs } = result
  return [
    `${group} ${name}`,
    store,
    ms(livez.ms),
    ms(execute.ms),
    ms(turnMs),
    ms(machineMs),
    String(tries),
    outcomeOf(result),
  ]
}

function outcomeOf(result: CaseResult): string {
  if (hasPassed(result)) return 'ok'
  return longestStall(result) > MAX_STALL_MS ? 'STALLED' : 'WRONG'
}

function ms(value: number): string {
  return `${Math.round(value)} ms`
}
