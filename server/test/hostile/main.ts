// Attacks the real service and measures what others notice of it: `npm run test:hostile -- --help`.
import { constants } from 'node:os'
import { parseArgs } from 'node:util'
import { STORE_KINDS, type StoreKind } from '../crash/service/crash-store.ts'
import { CASES } from './cases/all-cases.ts'
import { runControl } from './controls/run-control.ts'
import { type Group, GROUPS, type HostileCase } from './hostile-case.ts'
import { Probe } from './probe/probe.ts'
import { describeControl, describeReport, printReport } from './hostile-report.ts'
import { hasPassed, longestStall, MAX_STALL_MS } from './run-case.ts'
import { type CaseReport, runGroup } from './run-group.ts'

const HELP = `npm run test:hostile -- [options]
  --only <group or case>     only this one; may be given several times
  --store sqlite|postgres    only this store
  --tries <n>                how often a case may be repeated until it passes (3)
  --list                     lists the cases and runs none`

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    store: { type: 'string' },
    tries: { type: 'string', default: '3' },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

// Child processes end with this process when it exits normally.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    print(`Stopped by ${signal}.`)
    process.exit(128 + constants.signals[signal])
  })
}

const chosen = GROUPS.map((group) => ({ group, cases: choose(group) })).filter(
  ({ cases }) => cases.length > 0,
)
if (values.help) print(HELP)
else if (chosen.length === 0) fail(`No group or case is called ${values.only.join(' or ')}.`)
else if (values.list) list()
else process.exit(await runAll())

async function runAll(): Promise<number> {
  const probe = await Probe.open()
  const reports: CaseReport[] = []
  const silent: Group[] = []
  const stores = readStoreKinds()
  const maxTries = readTries()
  try {
    for (const { group, cases } of chosen) {
      const control = await runControl(group, probe)
      print(describeControl(group, control))
      if (longestStall(control) <= MAX_STALL_MS) silent.push(group)
      for (const store of stores) {
        await runGroup({
          group,
          store,
          cases,
          probe,
          maxTries,
          onReport(report) {
            reports.push(report)
            print(describeReport(report))
          },
        })
      }
    }
  } finally {
    await probe.close()
  }
  printReport(reports, silent, print)
  return silent.length === 0 && reports.every(({ result }) => hasPassed(result)) ? 0 : 1
}

function choose(group: Group): readonly HostileCase[] {
  const { only } = values
  if (only.length === 0 || only.includes(group)) return CASES[group]
  return CASES[group].filter(({ name }) => only.includes(name))
}

function list(): void {
  for (const { group, cases } of chosen) for (const { name } of cases) print(`${group} ${name}`)
}

function readStoreKinds(): readonly StoreKind[] {
  if (values.store === undefined) return STORE_KINDS
  const store = STORE_KINDS.find((name) => name === values.store)
  if (store === undefined) fail(`--store must be ${STORE_KINDS.join(' or ')}.`)
  return [store]
}

function readTries(): number {
  if (!/^[1-9]\d?$/.test(values.tries)) fail(`--tries must be a number from 1 to 99, not "${values.tries}".`)
  return Number(values.tries)
}

function fail(message: string): never {
  print(message)
  process.exit(2)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
