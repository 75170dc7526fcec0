import type { Issue } from '@millrace/contract/errors.ts'

interface IncludeQuery {
  readonly include?: string
}

/** Reads the query parameter `include` of a resource that can add these members. */
export function includeOf<Name extends string>(names: readonly Name[]) {
  const isName = (name: string): name is Name => (names as readonly string[]).includes(name)
  return {
    check({ query }: { readonly query: IncludeQuery }, isValid: (path: string) => boolean): readonly Issue[] {
      if (!isValid('include') || split(query).every(isName)) return []
      return [{ path: 'include', message: `must name only ${names.join(', ')}, separated by commas` }]
    },
    read: (query: IncludeQuery): ReadonlySet<Name> => new Set(split(query).filter(isName)),
  }
}

function split({ include = '' }: IncludeQuery): string[] {
  return include
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}
