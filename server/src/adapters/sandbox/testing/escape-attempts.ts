import { spawnSync } from 'node:child_process'
import type net from 'node:net'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { Worker } from 'node:worker_threads'
import { lockDown } from '../child/lock-down.ts'

/**
 * Attempts of code that has escaped QuickJS. Arguments: `locked` or `open`, a file to read, a folder to write to and a port
 * to connect to. Prints the successful attempts as JSON.
 */
const [, , mode, file = '', folder = '', port = ''] = process.argv
const { env } = process
const dataUrl: string = 'data:text/javascript,export default 1'
if (mode === 'locked') lockDown()

const attempts: Readonly<Record<string, () => unknown>> = {
  'read a file': () => readFileSync(file),
  'list a folder': () => readdirSync(folder),
  'write a file': () => writeFileSync(`${folder}/written`, 'x'),
  'create a folder': () => mkdirSync(`${folder}/created`),
  'start a process': () => {
    const { error } = spawnSync(process.execPath, ['--version'])
    if (error !== undefined) throw error
  },
  'start a worker': () => new Worker('', { eval: true }).terminate(),
  'compile a string': () => Reflect.construct(Function, ['return 1']),
  'import node:net and connect': async () => connect(await import('node:net')),
  'import node:http': () => import('node:http'),
  'import node:dgram': () => import('node:dgram'),
  'import node:module': () => import('node:module'),
  'import a module from a string': () => import(dataUrl),
  fetch: () => globalThis.fetch(`http://127.0.0.1:${port}/`),
  'open a WebSocket': () => new WebSocket(`ws://127.0.0.1:${port}/`).close(),
  'ask process for a module': () => globalThis.process.getBuiltinModule('node:net').Socket.name,
  'take the constructor of standard input': () => globalThis.process.stdin.constructor.name,
}

const succeeded: string[] = []
for (const [name, attempt] of Object.entries(attempts)) {
  try {
    await attempt()
    succeeded.push(name)
  } catch {
    // Refused, as expected.
  }
}
process.stdout.write(
  JSON.stringify({ attempts: Object.keys(attempts), succeeded, environment: Object.keys(env) }),
  () => process.exit(0),
)

function connect({ connect: open }: Pick<typeof net, 'connect'>): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = open(Number(port), '127.0.0.1', () => {
      socket.destroy()
      resolve()
    })
    socket.once('error', reject)
  })
}
