import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call, type CallOptions } from './call.ts'
import * as operations from './generated/operations.ts'
import type { Data } from './operation-handle.ts'
import { persistQuery } from './persisted-cache.ts'

export type Workflow = Data<typeof operations.getWorkflow>
export type WorkflowSummary = Data<typeof operations.listWorkflows>[number]
export type VersionSummary = Data<typeof operations.listVersions>[number]
export type WorkflowDraft = Data<typeof operations.getDraft>
export type WorkflowFilters = Pick<
  NonNullable<CallOptions<typeof operations.listWorkflows>['query']>,
  'search' | 'tag' | 'folder' | 'status' | 'sort'
>

/** The keys of the cache. Invalidate `all` after a change that lists show, `one` after a change to one workflow. */
export const workflowKeys = {
  all: ['workflows'] as const,
  lists: ['workflows', 'list'] as const,
  one: (id: string) => ['workflows', 'one', id] as const,
}

/** What `include` adds to a workflow of the list. */
const listMembers = 'tags,folder,last_run,recent_runs,draft,updated_at'
const pageSize = 100

interface WorkflowPage {
  workflows: WorkflowSummary[]
  page: number
  /** On all pages. */
  total: number
}

/** The list, page by page. */
export const workflowListQuery = (filters: WorkflowFilters = {}) =>
  infiniteQueryOptions({
    queryKey: [...workflowKeys.lists, filters],
    initialPageParam: 1,
    queryFn: async ({ pageParam, signal }): Promise<WorkflowPage> => {
      const query = { ...filters, page: pageParam, limit: pageSize, include: listMembers }
      const { data, meta } = await call(operations.listWorkflows, { query, signal })
      return { workflows: data, total: meta.total, page: meta.page }
    },
    getNextPageParam: ({ page, total }: WorkflowPage) => (page * pageSize < total ? page + 1 : undefined),
    persister: persistQuery<WorkflowPage>,
  })

/** The tags and folders of all workflows. Refreshed with the lists. */
export const labelsQuery = queryOptions({
  queryKey: [...workflowKeys.lists, 'labels'],
  queryFn: async ({ signal }) => (await call(operations.listLabels, { signal })).data,
  persister: persistQuery,
})

/** Names only, for the command palette and pickers. */
export const workflowNamesQuery = (search: string) =>
  queryOptions({
    queryKey: [...workflowKeys.lists, 'names', search],
    queryFn: async ({ signal }) => {
      const query = { sort: 'updated' as const, limit: 20, ...(search === '' ? {} : { search }) }
      return (await call(operations.listWorkflows, { query, signal })).data
    },
    persister: persistQuery,
  })

export const workflowQuery = (id: string) =>
  queryOptions({
    queryKey: [...workflowKeys.one(id), 'workflow'],
    queryFn: async ({ signal }) => {
      const query = { include: 'tags,folder,last_run,draft,updated_at' }
      const { data, etag } = await call(operations.getWorkflow, { params: { id }, query, signal })
      return { workflow: data, etag }
    },
    persister: persistQuery,
  })

export const draftQuery = (id: string) =>
  queryOptions({
    queryKey: [...workflowKeys.one(id), 'draft'],
    queryFn: async ({ signal }) => {
      const { data, etag } = await call(operations.getDraft, { params: { id }, signal })
      return { draft: data, etag }
    },
    persister: persistQuery,
  })

interface VersionPage {
  versions: VersionSummary[]
  nextCursor: string | undefined
}

export const versionsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...workflowKeys.one(id), 'versions'],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }): Promise<VersionPage> => {
      const query = { limit: 50, ...(pageParam === undefined ? {} : { cursor: pageParam }) }
      const { data, meta } = await call(operations.listVersions, { params: { id }, query, signal })
      return { versions: data, nextCursor: meta.next_cursor ?? undefined }
    },
    getNextPageParam: ({ nextCursor }: VersionPage) => nextCursor,
    persister: persistQuery<VersionPage>,
  })

/** A version never changes. */
export const versionQuery = (id: string, versionId: string) =>
  queryOptions({
    queryKey: [...workflowKeys.one(id), 'version', versionId],
    queryFn: async ({ signal }) => {
      const params = { id, version_id: versionId }
      return (await call(operations.getVersion, { params, signal })).data
    },
    staleTime: Number.POSITIVE_INFINITY,
    persister: persistQuery,
  })

/** Not persisted: the addresses of inbound webhooks are secrets. */
export const triggersQuery = (id: string) =>
  queryOptions({
    queryKey: [...workflowKeys.one(id), 'triggers'],
    queryFn: async ({ signal }) => (await call(operations.listTriggers, { params: { id }, signal })).data,
  })

/** The problems of the stored definition, or of `definition`. `revision` identifies the state that is checked. */
export const checkQuery = (
  id: string,
  revision: number | string,
  definition?: CallOptions<typeof operations.checkWorkflow>['body'],
) =>
  queryOptions({
    queryKey: [...workflowKeys.one(id), 'check', revision],
    queryFn: async ({ signal }) => {
      const body = definition ?? {}
      return (await call(operations.checkWorkflow, { params: { id }, body, signal })).data.problems
    },
    staleTime: 60_000,
    gcTime: 60_000,
  })

interface SampleOptions {
  /** Ids of the nodes whose outputs to read. */
  nodes: readonly string[]
  executionId?: string | undefined
  runs?: number
  /** The data of a run grows until it ends. */
  isLive?: boolean
}

/** Recorded data is not persisted: it may contain anything. */
export const samplesQuery = (id: string, { nodes, executionId, runs = 20, isLive = false }: SampleOptions) =>
  queryOptions({
    queryKey: [...workflowKeys.one(id), 'samples', { nodes, executionId, runs, isLive }],
    queryFn: async ({ signal }) => {
      const query = {
        runs,
        nodes: nodes.join(','),
        ...(executionId === undefined ? {} : { execution_id: executionId }),
      }
      return (await call(operations.listSamples, { params: { id }, query, signal })).data
    },
    staleTime: 30_000,
  })
