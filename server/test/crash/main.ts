// Runs the real service under load and kills it with SIGKILL at random moments: `npm run test:crash -- --help`.
import { constants } from 'node:os'
import { parseArgs } from 'node:util'
import { type CrashResult, runCrash } from './crash-run.ts'
import { STORE_AND_FILE_KINDS, type StoreKind } from './service/crash-store.ts'
import { printReport } from './report.ts'

const HELP = `npm run test:crash -- [options]
  --kills <n>                kills per store (100)
  --seed <n>                 repeats the plan of an earlier run; random by default
  --store ${STORE_AND_FILE_KINDS.join('|')}
                             only this store`

const SHOW_EVERY = 20

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    seed: { type: 'string' },
    store: { type: 'string' },
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

if (values.help) print(HELP)
else process.exit(await runAll())

async function runAll(): Promise<number> {
  const kills = readNumber('kills', values.kills)
  const seed =
    values.seed === undefined ? Math.floor(Math.random() * 2 ** 32) : readNumber('seed', values.seed)
  print(`Seed ${seed}. Use --seed ${seed} to repeat the plan; the moments also depend on the machine.`)
  const results: CrashResult[] = []
  for (const store of readStoreKinds()) {
    print(`${store}: ${kills} kills …`)
    const onKill = (count: number) => {
      if (count % SHOW_EVERY === 0) print(`  ${count} kills`)
    }
    results.push(await runCrash({ store, kills, seed, callers: 8, pauseMs: 250, onKill }))
  }
  printReport(results, print)
  return results.every(({ violations }) => violations.length === 0) ? 0 : 1
}

function readStoreKinds(): readonly StoreKind[] {
  if (values.store === undefined) return STORE_AND_FILE_KINDS
  const store = STORE_AND_FILE_KINDS.find((name) => name === values.store)
  if (store === undefined) throw new Error(`--store must be ${STORE_AND_FILE_KINDS.join(' or ')}.`)
  return [store]
}

function readNumber(name: string, text: string): number {
  if (!/^\d+$/.test(text)) throw new Error(`--${name} must be a whole number, not "${text}".`)
  return Number(text)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
