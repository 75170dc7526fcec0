import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface PageFiles {
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
}

const SIGN_IN = '/sign-in'
/** Pages that need no session. */
const OPEN = new Set([SIGN_IN, '/setup', '/join'])

/**
 * Links to the files that the page of an address needs, as the build listed them. The browser then loads them together with
 * the app, and not when the app has found out which page to show.
 */
export class PageLinks {
  readonly #pages = new Map<string, string>()

  constructor(folder: string) {
    const list = join(folder, 'pages.json')
    // The pages of the sources under development have no list: they load their files themselves.
    if (!existsSync(list)) return
    const pages = JSON.parse(readFileSync(list, 'utf8')) as Record<string, PageFiles>
    for (const [path, files] of Object.entries(pages)) this.#pages.set(path, toLinks(files))
  }

  /** `isKnown`: whether the visitor may be signed in. */
  of(path: string, isKnown: boolean): string {
    const page = path.length > 1 ? path.replace(/\/$/, '') : path
    if (!isKnown && !OPEN.has(page)) return this.#pages.get(SIGN_IN) ?? ''
    // `$` stands for the id in the second segment.
    return this.#pages.get(page) ?? this.#pages.get(page.replace(/^(\/[^/]+)\/[^/]+/, '$1/$$')) ?? ''
  }
}

function toLinks({ scripts, styles }: PageFiles): string {
  return [
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="${file}">`),
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="${file}">`),
  ].join('')
}
