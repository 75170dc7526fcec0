import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

export interface SourceFile {
  /** Relative to server/src; files of the other workspaces begin with "contract/" or "expressions/". */
  path: string
  text: string
}

const projectRoot = resolve(import.meta.dirname, '../../..')

/** Everything that ships: the sources of the server, the contract and the expressions, tests included (rules skip them). */
export async function readSources(): Promise<SourceFile[]> {
  return [
    ...(await readFolder(join(projectRoot, 'server', 'src'), '')),
    ...(await readFolder(join(projectRoot, 'contract', 'src'), 'contract/')),
    ...(await readFolder(join(projectRoot, 'expressions', 'src'), 'expressions/')),
  ]
}

async function readFolder(folder: string, prefix: string): Promise<SourceFile[]> {
  const names = await readdir(folder, { recursive: true })
  const paths = names.filter((name) => name.endsWith('.ts') || name === 'main.js').sort()
  return Promise.all(
    paths.map(async (path) => ({ path: prefix + path, text: await readFile(join(folder, path), 'utf8') })),
  )
}

/** A test, or what only tests need: that lives in a folder called testing/ beside them, or in server/test/. */
export function isTestFile(path: string): boolean {
  return path.endsWith('.test.ts') || path.split('/').includes('testing') || path.startsWith('test/')
}

/** As it is shown, and as an editor opens it. */
export function displayPath(path: string): string {
  const workspace = /^(contract|expressions)\//.exec(path)
  return workspace === null ? `server/src/${path}` : path.replace('/', '/src/')
}

export function layerOf(path: string): string {
  const slash = path.indexOf('/')
  return slash === -1 ? path.replace(/\.[jt]s$/, '') : path.slice(0, slash)
}

export function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0))
}
