import { GUIDE_NAMES, GUIDES_PATH, IMAGE_NAMES, imagePath } from './guide-names.ts'

/** The pages that show what a generated file of `docs/reference` contains. */
const REFERENCE_PAGES: Readonly<Record<string, string>> = {
  'configuration.md': '/docs/configuration',
  'errors.md': '/docs/errors',
  'integrations.md': '/docs/integrations',
  'nodes.md': '/docs/nodes',
  'openapi.json': '/openapi.json',
}

/**
 * The address in `/docs` of a link in a guide, which is relative to `docs/guides` so that it also works on a code-hosting
 * site. Undefined for files that the service does not show.
 */
export function resolveLink(href: string): string | undefined {
  if (/^(?:https?:|mailto:|#)/.test(href)) return href
  const [path = '', fragment] = href.split('#')
  const page = findPage(path)
  if (page === undefined) return undefined
  return fragment === undefined ? page : `${page}#${fragment}`
}

/** The address of a picture in a guide; undefined for files that the service does not show. */
export function resolveImage(href: string): string | undefined {
  const name = /^\.\.\/images\/([a-z-]+)\.png$/.exec(href)?.[1]
  return IMAGE_NAMES.some((one) => one === name) ? imagePath(name ?? '') : undefined
}

function findPage(path: string): string | undefined {
  if (path === '../reference' || path === '../reference/') return '/docs'
  const reference = /^\.\.\/reference\/([^/]+)$/.exec(path)?.[1]
  if (reference !== undefined) return REFERENCE_PAGES[reference]
  const guide = /^(?:\.\/)?([a-z-]+)\.md$/.exec(path)?.[1]
  return GUIDE_NAMES.some((name) => name === guide) ? `${GUIDES_PATH}/${guide}` : undefined
}
