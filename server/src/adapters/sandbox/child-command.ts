import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { MAX_CPU_SECONDS } from './protocol/sandbox-limits.ts'

const SHELL = '/bin/sh'

export interface ChildCommand {
  readonly file: string
  readonly args: readonly string[]
}

/**
 * How a child is started. Where there is a POSIX shell it first sets limits of the kernel that Node has no word for: no
 * core file with users' data, and an end to CPU time. It then becomes the child, so that the process id stays the same.
 */
export function childCommand(entry: URL): ChildCommand {
  const args = [...childFlags(entry), fileURLToPath(entry)]
  if (!existsSync(SHELL)) return { file: process.execPath, args }
  const script = `ulimit -c 0; ulimit -S -t ${MAX_CPU_SECONDS}; unset PWD OLDPWD SHLVL; exec "$0" "$@"`
  return { file: SHELL, args: ['-c', script, process.execPath, ...args] }
}

/** Everything is closed but reading the files the child consists of. */
function childFlags(entry: URL): string[] {
  return [
    '--permission',
    ...readablePaths(entry).map((path) => `--allow-fs-read=${path}`),
    '--no-addons',
    '--disallow-code-generation-from-strings',
    '--disable-proto=delete',
    '--disable-sigusr1',
    '--max-old-space-size=64',
    '--max-semi-space-size=4',
    '--v8-pool-size=1',
    '--expose-gc',
    '--no-warnings',
    // The loader of QuickJS for browsers: the one for Node asks for `node:module` whenever it makes an instance.
    '--conditions=browser',
  ]
}

function readablePaths(entry: URL): string[] {
  const core = import.meta.resolve('quickjs-emscripten-core')
  const packageFiles = [
    core,
    import.meta.resolve('@jitl/quickjs-wasmfile-release-sync'),
    pathToFileURL(createRequire(core).resolve('@jitl/quickjs-ffi-types')),
  ]
  const folders = [import.meta.url, ...packageFiles].map(
    (url, index) => new URL(index === 0 ? './' : '../', url),
  )
  return [new URL('../../../package.json', import.meta.url), entry, ...folders].map((url) =>
    fileURLToPath(url),
  )
}
