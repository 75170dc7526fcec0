/** Every file in `docs/guides`, in the order in which the pages list them. */
export const GUIDE_NAMES = [
  'editor',
  'workflows',
  'drafts',
  'test-runs',
  'expressions',
  'formats',
  'triggers',
  'state',
  'variables',
  'executions',
  'credentials',
  'integrations',
  'forms',
  'files',
  'webhooks',
  'access',
  'operations',
] as const

/** The pictures of the guides: `docs/images/<name>.png`. */
export const IMAGE_NAMES = ['editor', 'editor-dark', 'focus-view', 'phone', 'run', 'versions'] as const

export type GuideName = (typeof GUIDE_NAMES)[number]

export const GUIDES_PATH = '/docs/guides'

export function imagePath(name: string): string {
  return `/docs/images/${name}.png`
}

export function guidePath(name: GuideName): string {
  return `${GUIDES_PATH}/${name}`
}
