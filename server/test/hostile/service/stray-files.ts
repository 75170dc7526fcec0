import { existsSync, globSync, lstatSync, readFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

/** A content of the file store: a folder of two digits, and an id. */
const CONTENT = /^files[/\\][0-9a-f]{2}[/\\][0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** What SQLite makes and removes as it likes. */
const DATABASE = /^millrace\.db-(?:wal|shm|journal)$/

/** Notices files of a service that are not where it stores them. */
export class StrayFiles {
  readonly #dataFolder: string
  readonly #before: ReadonlySet<string>

  constructor(dataFolder: string) {
    this.#dataFolder = dataFolder
    this.#before = new Set(this.#list())
  }

  /** Files in the data folder that were not there before and are no contents of the file store. */
  inDataFolder(): string[] {
    return this.#list().filter(
      (path) => !this.#before.has(path) && !CONTENT.test(path) && !DATABASE.test(path),
    )
  }

  /** Where a file is that took its name from outside: every folder that the name could start from is looked at. */
  named(names: readonly string[]): string[] {
    const folders = new Set([
      join(this.#dataFolder, 'files', '00'),
      join(this.#dataFolder, 'files'),
      this.#dataFolder,
      dirname(this.#dataFolder),
      tmpdir(),
      homedir(),
      process.cwd(),
      '/',
    ])
    const ways = (name: string) => {
      const plain = name.replaceAll('\u0000', '')
      return [plain, plain.replaceAll('\\', '/'), safelyDecoded(plain), plain.split(/[/\\]/).at(-1) ?? '']
    }
    const paths = names.flatMap((name) =>
      ways(name).flatMap((way) => Array.from(folders, (folder) => resolve(folder, way))),
    )
    return [...new Set(paths)].filter((path) => path.includes('escaped') && existsSync(path))
  }

  /** Files of the data folder other than contents that have these bytes. */
  containing(bytes: string): string[] {
    return this.#list().filter(
      (path) => !CONTENT.test(path) && readFileSync(join(this.#dataFolder, path)).includes(bytes),
    )
  }

  #list(): string[] {
    return globSync('**/*', { cwd: this.#dataFolder }).filter((path) => {
      const found = lstatSync(join(this.#dataFolder, path), { throwIfNoEntry: false })
      return found !== undefined && !found.isDirectory()
    })
  }
}

function safelyDecoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
