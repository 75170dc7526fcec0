// The real service under load, killed with SIGKILL at random moments: `npm run test:crash -- --help`.
import { constants } from 'node:os'
import { parseArgs } from 'node:util'
import { type CrashResult, runCrash } from './crash-run.ts'
import { HOMES, type HomeKind } from './crash-store.ts'
import { printReport } from './report.ts'

const HELP = `npm run test:crash -- [options]
  --kills <n>               kills per home (100)
  --seed <n>                repeats the plan of an earlier run; by default one is drawn
  --home sqlite|postgres    only this one`

const SHOW_EVERY = 20

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    seed: { type: 'string' },
    home: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

// What was started ends with this process, when it ends in order.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    print(`Stopped by ${signal}.`)
    process.exit(128 + constants.signals[signal])
  })
}

if (values.help) print(HELP)
else process.exit(await runAll())

async function runAll(): Promise<number> {
  const kills = readNumber('kills', values.kills)
  const seed =
    values.seed === undefined ? Math.floor(Math.random() * 2 ** 32) : readNumber('seed', values.seed)
  print(`Seed ${seed}. The plan is repeated by --seed ${seed}; the moments depend on the machine as well.`)
  const results: CrashResult[] = []
  for (const home of readHomes()) {
    print(`${home}: ${kills} kills …`)
    const onKill = (count: number) => {
      if (count % SHOW_EVERY === 0) print(`  ${count} kills`)
    }
    results.push(await runCrash({ home, kills, seed, callers: 8, pauseMs: 250, onKill }))
  }
  printReport(results, print)
  return results.every(({ violations }) => violations.length === 0) ? 0 : 1
}

function readHomes(): readonly HomeKind[] {
  if (values.home === undefined) return HOMES
  const home = HOMES.find((name) => name === values.home)
  if (home === undefined) throw new Error(`--home must be ${HOMES.join(' or ')}.`)
  return [home]
}

function readNumber(name: string, text: string): number {
  if (!/^\d+$/.test(text)) throw new Error(`--${name} must be a whole number and is "${text}".`)
  return Number(text)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
