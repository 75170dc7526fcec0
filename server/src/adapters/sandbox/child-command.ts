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
 * The command that starts a child. On systems with a POSIX shell, the shell first sets kernel limits that Node cannot set:
 * no core dump with users' data, and a limit of CPU time. It then execs the child, so that the process id stays the same.
 */
export function childCommand(entry: URL): ChildCommand {
  const args = [...childFlags(entry), fileURLToPath(entry)]
  if (!existsSync(SHELL)) return { file: process.execPath, args }
  const script = `ulimit -c 0; ulimit -S -t ${MAX_CPU_SECONDS}; unset PWD OLDPWD SHLVL; exec "$0" "$@"`
  return { file: SHELL, args: ['-c', script, process.execPath, ...args] }
}

/** Denies everything except reading the files that the child consists of. */
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
    // Selects the QuickJS loader for browsers: the one for Node imports `node:module` for every instance.
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
