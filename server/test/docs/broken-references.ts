/** What a check needs to know about the files of the repository. */
export interface RepositoryFiles {
  /** The text of a file, or undefined if it does not exist. Folders have an empty text. */
  read(path: string): string | undefined
  /** Paths relative to the root, with forward slashes. */
  readonly paths: readonly string[]
}

/** Relative links of a Markdown file whose target, or heading in the target, does not exist. */
export function findBrokenLinks(path: string, files: RepositoryFiles): readonly string[] {
  const markdown = withoutCode(files.read(path) ?? '')
  const targets = [...markdown.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
  return targets.filter((target) => !/^[a-z]+:/i.test(target) && !isFound(target, path, files))
}

/** Test files that a page names, as `name.test.ts` or `name.e2e.ts`, and that do not exist exactly once. */
export function findUnknownTests(path: string, files: RepositoryFiles): readonly string[] {
  const named = (files.read(path) ?? '').matchAll(/`([\w.-]+\.(?:test|e2e)\.ts)`/g)
  const names = new Set([...named].map(([, name = '']) => name))
  return [...names].filter((name) => files.paths.filter((one) => one.endsWith(`/${name}`)).length !== 1)
}

function isFound(target: string, from: string, files: RepositoryFiles): boolean {
  const { pathname, hash } = new URL(target, `file:///${from}`)
  const text = files.read(decodeURIComponent(pathname).slice(1).replace(/\/$/, ''))
  if (text === undefined || hash === '') return text !== undefined
  const headings = [...withoutCode(text).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) => anchorOf(title))
  return headings.includes(decodeURIComponent(hash.slice(1)))
}

/** The anchor that GitHub gives to a heading. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')
}

function withoutCode(markdown: string): string {
  return markdown.replaceAll(/^```[\s\S]*?^```/gm, '')
}
