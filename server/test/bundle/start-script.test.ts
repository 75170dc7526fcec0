import assert from 'node:assert/strict'
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type DataFolder, newDataFolder } from '#start/testing/data-folder.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const START = fileURLToPath(new URL('../../../scripts/millrace.js', import.meta.url))
const isWindows = process.platform === 'win32'

describe('npm start', { skip: isWindows && 'Windows has no signals', timeout: 60_000 }, () => {
  let dataFolder: DataFolder
  let npm: ChildProcessWithoutNullStreams | undefined
  let service: number | undefined
  let output = ''
  beforeEach(async () => {
    dataFolder = await newDataFolder()
  })
  afterEach(async () => {
    if (npm !== undefined && npm.exitCode === null && npm.signalCode === null) {
      npm.kill('SIGKILL')
      if (service !== undefined) process.kill(service, 'SIGKILL')
    }
    await dataFolder.destroy()
  })

  /** Resolves with the process id of the service, once it is running. */
  async function start(): Promise<number> {
    output = ''
    // Without the set-up: the tests ran it already.
    npm = spawn('npm', ['start', '--ignore-scripts'], {
      cwd: ROOT,
      env: { ...process.env, ...dataFolder.settings, PORT: '0', MILLRACE_DISK_FLOOR_MB: '0' },
    })
    npm.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
    npm.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
    while (!output.includes('Millrace is running')) await once(npm.stdout, 'data')
    const listed = spawnSync('ps', ['-o', 'pid=,args=', '--ppid', String(npm.pid)], { encoding: 'utf8' })
    const [, pid, command = ''] = /^\s*(\d+) (.*)\n$/.exec(listed.stdout) ?? assert.fail(listed.stdout)
    service = Number(pid)
    assert.match(command, /^node /, 'there is no shell between npm and the service')
    return service
  }

  async function finish(): Promise<void> {
    assert.ok(npm !== undefined)
    if (npm.exitCode === null && npm.signalCode === null) await once(npm, 'close')
  }

  for (const receiver of ['npm', 'its child'] as const) {
    it(`A SIGTERM to ${receiver} stops the service gracefully, and nothing is left behind`, async () => {
      const started = await start()
      process.kill(receiver === 'npm' ? (npm?.pid ?? 0) : started, 'SIGTERM')
      await finish()
      assert.match(output, /"signal":"SIGTERM".*"stopping"/)
      assert.equal(npm?.exitCode, 0, output)
      assert.throws(() => process.kill(started, 0), /ESRCH/)
    })
  }
})

describe('The start script on an old Node', () => {
  it('says in one sentence which version is needed', () => {
    const pretend =
      'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } })'
    const args = ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, START, 'serve']
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    assert.deepEqual(
      [status, stdout, stderr],
      [
        1,
        '',
        'Millrace needs Node 26.0.0 or newer, but this is Node 20.20.2: use `npm start` or `npm run millrace`, which bring their own.\n',
      ],
    )
  })
})
