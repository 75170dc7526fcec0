/** Every file in `docs/guides`, in the order in which the pages list them. */
export const GUIDE_NAMES = [
  'workflows',
  'drafts',
  'test-runs',
  'expressions',
  'triggers',
  'executions',
  'credentials',
  'integrations',
  'forms',
  'webhooks',
  'access',
] as const

export type GuideName = (typeof GUIDE_NAMES)[number]

export const GUIDES_PATH = '/docs/guides'

export function guidePath(name: GuideName): string {
  return `${GUIDES_PATH}/${name}`
}
