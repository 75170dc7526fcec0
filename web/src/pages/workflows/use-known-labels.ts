import { useInfiniteQuery } from '@tanstack/react-query'
import { workflowListQuery, type WorkflowSummary } from '../../api/workflows.ts'

/** The tags and folders in use, as far as they are known: those of the list and of the workflows changed last. */
export function useKnownLabels(shown: readonly WorkflowSummary[]): { tags: string[]; folders: string[] } {
  const { data } = useInfiniteQuery(workflowListQuery({ sort: 'updated' }))
  const known = [...(data?.pages.flatMap(({ workflows }) => workflows) ?? []), ...shown]
  const folders = known.flatMap(({ folder = '' }) => (folder === '' ? [] : withParents(folder)))
  return { tags: sortUnique(known.flatMap(({ tags = [] }) => tags)), folders: sortUnique(folders) }
}

/** `Sales/Orders` is also in the folder `Sales`. */
function withParents(folder: string): string[] {
  const names = folder.split('/')
  return names.map((_, index) => names.slice(0, index + 1).join('/'))
}

function sortUnique(values: readonly string[]): string[] {
  return [...new Set(values)].sort((a, b) => a.localeCompare(b))
}
