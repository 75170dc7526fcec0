import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { measureData } from './data/measure-data.ts'
import { measureDeliveries } from './deliveries.ts'
import { measureExecutions } from './executions.ts'
import { measureExpressionLimits } from './expression-limits.ts'
import { measureFullLists } from './full-lists.ts'
import { measureLongList } from './long-list.ts'
import { measureParked } from './parked.ts'
import { measureShapes } from './shapes.ts'
import { measureWeb } from './web/measure-web.ts'

const HELP = `npm run bench -- [options]
  --only <measurement>     executions, shapes, parked, list, lists, deliveries, expressions, data or web
  --part <part>            of data: lists, csv or files; of web: scripts, opening, typing or panning
  --shape <name>           of shapes: one of them, beside the four nodes
  --against <folder>       of shapes: another checkout, measured in turns with this one. Set it up first, with
                           \`node scripts/set-up.js run\` in its folder
  --rounds <n>             (7)
  --round-seconds <n>      (3)
  --connections <n>        of executions (64)
  --parked <n>             of parked: how many executions wait (10000)
  --listed <n>             of list: how many executions are listed (1000000)
  --receivers <n>          of deliveries: how many webhook endpoints there are (1000)
  --database-url <url>     measures on PostgreSQL instead of SQLite
  --against-database-url <url>
                           another database, for the other checkout
`

const values = readArguments()
const databaseUrl = values['database-url']
const seconds = Number(values['round-seconds'])

/** A line of the output: what was measured, the figure, and the target. */
type Row = readonly [label: string, figure: string, target?: string]

const MEASUREMENTS: Readonly<Record<string, () => Promise<readonly Row[]>>> = {
  async executions() {
    const figures = await measureExecutions({
      rounds: Number(values.rounds),
      roundSeconds: seconds,
      connections: Number(values.connections),
      databaseUrl,
    })
    return [
      ['bare Fastify POST', perSecond(figures.barePerSecond)],
      ['completed executions', perSecond(figures.completedPerSecond)],
      ['ratio', figures.ratio.toFixed(2), `target ≥ ${databaseUrl === undefined ? '0.45' : '0.25'}`],
      ['acceptance at half load, p50', `${figures.acceptP50Ms} ms`],
      ['acceptance at half load, p99', `${figures.acceptP99Ms} ms`, 'target ≤ 10 ms'],
      ['bare handler at the same rate, p99', `${figures.bareP99Ms} ms`],
      ['start to first response', ms(figures.startMs), 'target < 1000 ms'],
      ['idle memory', `${Math.round(figures.idleMb)} MB`, 'target < 120 MB'],
      ['memory after load', `${Math.round(figures.loadedMb)} MB`, 'target ≤ 250 MB'],
    ]
  },
  async shapes() {
    const figures = await measureShapes({
      rounds: Number(values.rounds),
      roundSeconds: seconds,
      shape: values.shape,
      databaseUrl,
      against: findOtherBuild(),
    })
    return figures.map(({ name, perSecond: rate, stepsPerSecond, ratio, against }): Row => [
      name,
      perSecond(rate),
      against === undefined
        ? `${perSecond(stepsPerSecond)} steps, ${ratio.toFixed(2)} of the first line`
        : `other ${perSecond(against.perSecond)}, ${against.ratio.toFixed(2)} times as fast`,
    ])
  },
  async parked() {
    const figures = await measureParked(Number(values.parked), databaseUrl)
    return [
      ['executions parked', `${figures.count}`],
      ['memory per parked execution', `${Math.round(figures.bytesPerWait)} B`, 'target < 2 KB'],
      ['parking', perSecond(figures.parkedPerSecond)],
      ['resuming after a signal to each', perSecond(figures.resumedPerSecond)],
      ['start with all parked executions', ms(figures.restartMs), 'target < 1000 ms'],
    ]
  },
  async list() {
    if (databaseUrl !== undefined) return [['executions in the list', 'SQLite only']]
    const figures = await measureLongList(Number(values.listed))
    return [
      ['executions in the list', `${figures.count}`],
      ['one page, p50', `${figures.p50Ms.toFixed(1)} ms`],
      ['one page, p99', `${figures.p99Ms.toFixed(1)} ms`, 'target < 20 ms'],
    ]
  },
  async lists() {
    const sizes = { workflows: 1_000, executions: 100_000, submissions: 10_000, credentials: 500 }
    const { fillSeconds, times } = await measureFullLists(sizes, databaseUrl)
    return [
      ['100,000 runs and the rest made in', `${Math.round(fillSeconds)} s`],
      ...times.map(({ name, medianMs, slowestMs }): Row => [
        name,
        `${medianMs.toFixed(1)} ms`,
        `slowest ${slowestMs.toFixed(1)} ms, target < 300 ms`,
      ]),
    ]
  },
  async deliveries() {
    const figures = await measureDeliveries({
      receivers: Number(values.receivers),
      failingPercent: 1,
      events: 10,
      submissions: 200,
      submissionsPerSecond: 20,
      databaseUrl,
    })
    return [
      [`deliveries to ${values.receivers} receivers`, perSecond(figures.perSecond)],
      ['event to delivery, p50', ms(figures.p50Ms)],
      ['event to delivery, p99', ms(figures.p99Ms)],
    ]
  },
  async expressions() {
    const { referenceMs, figures } = measureExpressionLimits()
    return [
      ['a loop over a million characters', `${referenceMs.toFixed(1)} ms`, 'a quiet machine needs 1 to 2 ms'],
      ...figures.map(({ name, size, ms: time }): Row => [name, ms(time), `${size}, target about 50 ms`]),
    ]
  },
  data: () => measureData({ rounds: Number(values.rounds), part: values.part, databaseUrl }),
  web: () => measureWeb({ rounds: Number(values.rounds), part: values.part, databaseUrl }),
}

for (const [name, measure] of Object.entries(MEASUREMENTS)) {
  if (values.only !== undefined && values.only !== name) continue
  for (const [label, figure, target = ''] of await measure()) {
    process.stdout.write(`${label.padEnd(36)}${figure.padStart(12)}   ${target}\n`)
  }
}

/** What `--against` names. */
function findOtherBuild() {
  const { against: folder, 'against-database-url': url } = values
  return folder === undefined ? undefined : { folder: resolve(folder), databaseUrl: url }
}

function perSecond(value: number): string {
  return `${Math.round(value)}/s`
}

function ms(value: number): string {
  return `${Math.round(value)} ms`
}

/** Ends the process after the usage was asked for, or with what is wrong with the arguments. */
function readArguments() {
  try {
    const { values: read } = parseArgs({
      options: {
        only: { type: 'string' },
        part: { type: 'string' },
        shape: { type: 'string' },
        rounds: { type: 'string', default: '7' },
        'round-seconds': { type: 'string', default: '3' },
        connections: { type: 'string', default: '64' },
        parked: { type: 'string', default: '10000' },
        listed: { type: 'string', default: '1000000' },
        receivers: { type: 'string', default: '1000' },
        'database-url': { type: 'string' },
        against: { type: 'string' },
        'against-database-url': { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    })
    const { against, 'database-url': url, 'against-database-url': otherUrl } = read
    const hasTwo = url === undefined ? otherUrl === undefined : otherUrl !== undefined && otherUrl !== url
    if (against === undefined && otherUrl !== undefined) {
      throw new Error('--against-database-url belongs to --against.')
    }
    if (against !== undefined && !hasTwo) {
      throw new Error('Each of the two checkouts needs a database of its own.')
    }
    if (!read.help) return read
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`)
    process.exit(1)
  }
  process.stdout.write(HELP)
  process.exit(0)
}
