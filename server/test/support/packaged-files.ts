import { globSync, readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { basename, dirname, join } from 'node:path'

/** A file of an installed package. */
export interface PackagedFile {
  /** Of the package. */
  readonly folder: string
  /** Its path in the package. */
  readonly path: string
  readonly name: string
  readonly content: Buffer
}

/**
 * Files that people wrote, or that programs which we do not know wrote: they come with packages and are not copied into the
 * repository. Fails if there is none, because a test with nothing to read would pass.
 */
export function packagedFiles(packageName: string, pattern: string): readonly PackagedFile[] {
  const manifest = findPackageJSON(packageName, import.meta.url)
  if (manifest === undefined) throw new Error(`The package ${packageName} is not installed.`)
  const folder = dirname(manifest)
  const paths = globSync(pattern, { cwd: folder }).toSorted()
  if (paths.length === 0) throw new Error(`The package ${packageName} has no file ${pattern}.`)
  return paths.map((path) => ({
    folder,
    path,
    name: basename(path),
    content: readFileSync(join(folder, path)),
  }))
}

/** The only file that the pattern matches. */
export function packagedFile(packageName: string, pattern: string): PackagedFile {
  const [file, other] = packagedFiles(packageName, pattern)
  if (file === undefined || other !== undefined)
    throw new Error(`The package ${packageName} has several files ${pattern}.`)
  return file
}
