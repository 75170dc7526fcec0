import { parseArgs } from 'node:util'
import { measureExecutions } from './executions.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    'round-seconds': { type: 'string', default: '3' },
    connections: { type: 'string', default: '64' },
    'database-url': { type: 'string' },
  },
})

const figures = await measureExecutions({
  rounds: Number(values.rounds),
  roundSeconds: Number(values['round-seconds']),
  connections: Number(values.connections),
  databaseUrl: values['database-url'],
})

const rows: [string, string, string][] = [
  ['bare Fastify POST', `${Math.round(figures.barePerSecond)}/s`, ''],
  ['executions, accepted to completed', `${Math.round(figures.completedPerSecond)}/s`, ''],
  ['ratio', figures.ratio.toFixed(2), 'aim ≥ 0.35'],
  ['acceptance at half load, p50', `${figures.acceptP50Ms} ms`, ''],
  ['acceptance at half load, p99', `${figures.acceptP99Ms} ms`, 'aim < 20 ms'],
  ['start to first answer', `${Math.round(figures.startMs)} ms`, 'aim < 1000 ms'],
  ['memory when idle', `${Math.round(figures.idleMb)} MB`, 'aim < 120 MB'],
  ['memory after the load', `${Math.round(figures.loadedMb)} MB`, ''],
]
for (const [what, figure, aim] of rows)
  process.stdout.write(`${what.padEnd(36)}${figure.padStart(12)}   ${aim}\n`)
