import type { WorkflowFilters } from '../../api/workflows.ts'

/** The address of the page holds all filters, so that a link shows the same list. */
export interface WorkflowsSearch {
  q?: string
  tag?: string
  folder?: string
  status?: 'draft' | 'published'
  sort?: 'name' | 'created'
}

export function readWorkflowsSearch(search: Record<string, unknown>): WorkflowsSearch {
  const { q, tag, folder, status, sort } = search
  return {
    ...(isText(q) ? { q } : {}),
    ...(isText(tag) ? { tag } : {}),
    ...(isText(folder) ? { folder } : {}),
    ...(status === 'draft' || status === 'published' ? { status } : {}),
    ...(sort === 'name' || sort === 'created' ? { sort } : {}),
  }
}

export function toFilters({ q, tag, folder, status, sort }: WorkflowsSearch): WorkflowFilters {
  return {
    sort: sort ?? 'updated',
    ...(q === undefined ? {} : { search: q }),
    ...(tag === undefined ? {} : { tag }),
    ...(folder === undefined ? {} : { folder }),
    ...(status === undefined ? {} : { status }),
  }
}

/** Whether anything but the order narrows the list. */
export function isFiltered({ q, tag, folder, status }: WorkflowsSearch): boolean {
  return [q, tag, folder, status].some((filter) => filter !== undefined)
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}
