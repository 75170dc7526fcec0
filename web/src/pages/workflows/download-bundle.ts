import type { Bundle } from '../../api/bundles.ts'

/** Lets the browser save bundles as one file. */
export function downloadBundles(bundles: readonly Bundle[]): void {
  const [first] = bundles
  if (first === undefined) return
  const bundle = bundles.slice(1).reduce(join, first)
  const [only, second] = bundle.workflows
  const url = URL.createObjectURL(
    new Blob([`${JSON.stringify(bundle, undefined, 2)}\n`], { type: 'application/json' }),
  )
  const link = document.createElement('a')
  link.href = url
  link.download = `${only !== undefined && second === undefined ? fileNameOf(only.name) : 'workflows'}.json`
  link.click()
  URL.revokeObjectURL(url)
}

/** What both have is in the result once, and a workflow in it needs no reference. */
function join(one: Bundle, other: Bundle): Bundle {
  const workflows = unique([...one.workflows, ...other.workflows], ({ id }) => id)
  const own = new Set(workflows.map(({ id }) => id))
  const variables = unique([...(one.variables ?? []), ...(other.variables ?? [])], ({ name }) => name)
  return {
    format: one.format,
    workflows,
    forms: unique([...one.forms, ...other.forms], ({ id }) => id),
    ...(variables.length > 0 && { variables }),
    references: unique([...one.references, ...other.references], ({ id }) => id).filter(
      ({ id }) => !own.has(id),
    ),
  }
}

function unique<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()]
}

function fileNameOf(name: string): string {
  const safe = name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
  return safe === '' ? 'workflow' : safe.slice(0, 80)
}
