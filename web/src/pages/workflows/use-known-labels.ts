import { useQuery } from '@tanstack/react-query'
import { labelsQuery, type WorkflowSummary } from '../../api/workflows.ts'

/** The tags and folders in use. Until they are loaded: those of the workflows in the list. */
export function useKnownLabels(shown: readonly WorkflowSummary[]): { tags: string[]; folders: string[] } {
  const { data } = useQuery(labelsQuery)
  if (data !== undefined) {
    return { tags: data.tags.map(({ name }) => name), folders: data.folders.map(({ name }) => name) }
  }
  const folders = shown.flatMap(({ folder = '' }) => (folder === '' ? [] : withParents(folder)))
  return { tags: sortUnique(shown.flatMap(({ tags = [] }) => tags)), folders: sortUnique(folders) }
}

/** `Sales/Orders` is also in the folder `Sales`. */
function withParents(folder: string): string[] {
  const names = folder.split('/')
  return names.map((_, index) => names.slice(0, index + 1).join('/'))
}

function sortUnique(values: readonly string[]): string[] {
  return [...new Set(values)].sort((a, b) => a.localeCompare(b))
}
