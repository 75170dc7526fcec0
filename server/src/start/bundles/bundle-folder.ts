import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { BUNDLE_FORMAT, type Bundle, type ImportedBundle } from '@millrace/contract/bundle.ts'

/** One file: a bundle of one workflow or form. */
export interface BundleFile {
  /** Relative to the folder, with slashes. */
  readonly path: string
  readonly bundle: Bundle
}

export interface WrittenFolder {
  readonly written: number
  readonly unchanged: number
  readonly removed: readonly string[]
}

const MAX_NAME = 80

interface Named {
  readonly id: string
  readonly name: string
  readonly folder: string
}

/**
 * Names files after what they contain. Of equal names, all but the first have the end of their id, whichever order they come
 * in: `items` is ordered by id, which never changes.
 */
export function namePaths(root: string, items: readonly Named[]): ReadonlyMap<string, string> {
  const taken = new Set<string>()
  const paths = new Map<string, string>()
  for (const { id, name, folder } of items.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const folders = folder.split('/').filter((part) => part !== '')
    const base = [root, ...folders.map(fileName), fileName(name)].join('/')
    const path = taken.has(base) ? `${base}-${id.slice(-8)}` : base
    taken.add(path)
    paths.set(id, `${path}.json`)
  }
  return paths
}

/** Letters, digits and dashes only: safe on every file system, and never a path. */
function fileName(name: string): string {
  const safe = name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, MAX_NAME)
    .replaceAll(/^-+|-+$/g, '')
  return safe === '' ? 'unnamed' : safe
}

/** Writes what differs, and removes files of this format that are no longer part of it. Other files stay. */
export class BundleFolder {
  readonly #folder: string
  readonly #kept = new Set<string>()
  #written = 0
  #unchanged = 0

  constructor(folder: string) {
    this.#folder = folder
  }

  async write({ path, bundle }: BundleFile): Promise<void> {
    const file = join(this.#folder, path)
    const text = `${JSON.stringify(bundle, undefined, 2)}\n`
    this.#kept.add(path)
    const current = await readFile(file, 'utf8').catch(() => undefined)
    if (current === text) {
      this.#unchanged += 1
      return
    }
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
    this.#written += 1
  }

  async finish(): Promise<WrittenFolder> {
    const removed: string[] = []
    for (const { path } of await readBundleFolder(this.#folder, 'skip')) {
      if (this.#kept.has(path)) continue
      await rm(join(this.#folder, path))
      removed.push(path)
    }
    return { written: this.#written, unchanged: this.#unchanged, removed }
  }
}

/** A file that was read, not yet checked. */
export interface ReadFile {
  readonly path: string
  readonly bundle: ImportedBundle
}

/** Reads every bundle below a folder, in the order of their paths. `others`: what to do about other JSON files. */
export async function readBundleFolder(
  folder: string,
  others: 'skip' | 'refuse',
): Promise<readonly ReadFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(
      (file) =>
        !relative(folder, file)
          .split(sep)
          .some((part) => part.startsWith('.') || part === 'node_modules'),
    )
    .toSorted()
  const found: ReadFile[] = []
  for (const file of files) {
    const path = relative(folder, file).split(sep).join('/')
    const bundle = await readBundle(file)
    if (bundle !== undefined) found.push({ path, bundle })
    else if (others === 'refuse') {
      throw new Error(`${path} is not a bundle of the format ${BUNDLE_FORMAT}. Nothing was imported.`)
    }
  }
  return found
}

async function readBundle(file: string): Promise<ImportedBundle | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'))
    return isBundle(value) ? value : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function isBundle(value: unknown): value is ImportedBundle {
  return typeof value === 'object' && value !== null && 'format' in value && value.format === BUNDLE_FORMAT
}

/** One bundle of everything. What several files refer to appears once. */
export function mergeBundles(files: readonly ReadFile[]): ImportedBundle {
  const references = new Map(
    files.flatMap(({ bundle }) => bundle.references ?? []).map((one) => [`${one.kind} ${one.id}`, one]),
  )
  const forms = new Map(
    files.flatMap(({ bundle }) => bundle.forms ?? []).map((form) => [form.id ?? form.name, form]),
  )
  const variables = new Map(
    files.flatMap(({ bundle }) => bundle.variables ?? []).map((variable) => [variable.name, variable]),
  )
  return {
    // The order of creation, also of what is created now: of equal names, each finds its own again.
    workflows: files.flatMap(({ bundle }) => bundle.workflows ?? []).toSorted(byId),
    forms: [...forms.values()].toSorted(byId),
    ...(variables.size > 0 && { variables: [...variables.values()] }),
    references: [...references.values()],
  }
}

function byId(a: { readonly id?: string }, b: { readonly id?: string }): number {
  return (a.id ?? '') < (b.id ?? '') ? -1 : 1
}
