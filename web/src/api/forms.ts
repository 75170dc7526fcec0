import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { readEveryPage } from './every-page.ts'
import * as operations from './generated/operations.ts'
import type { Data, OperationInput } from './operation-handle.ts'
import { persistQuery } from './persisted-cache.ts'

export type Form = Data<typeof operations.getForm>
export type FormField = Form['fields'][number]
export type FormSettings = NonNullable<Form['settings']>
export type FormState = NonNullable<Form['statistics']>['state']
export type Submission = Data<typeof operations.listSubmissions>[number]
export type SubmissionColumn = NonNullable<Form['columns']>[number]
export type FormPreview = OperationInput<typeof operations.previewForm>['body']

/** The keys of the cache. Invalidate `all` after a change that lists show, `one` after a change to one form. */
export const formKeys = {
  all: ['forms'] as const,
  lists: ['forms', 'list'] as const,
  one: (id: string) => ['forms', 'one', id] as const,
  submissions: (id: string) => ['forms', 'one', id, 'submissions'] as const,
}

/** All forms, for pickers. */
export const formsQuery = queryOptions({
  queryKey: formKeys.lists,
  queryFn: ({ signal }) => readEveryPage((query) => call(operations.listForms, { query, signal })),
  persister: persistQuery,
})

interface FormPage {
  forms: Form[]
  page: number
  /** On all pages. */
  total: number
}

const pageSize = 100

/** The list with statistics, page by page. */
export const formListQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...formKeys.lists, 'pages', search],
    initialPageParam: 1,
    queryFn: async ({ pageParam, signal }): Promise<FormPage> => {
      const query = {
        page: pageParam,
        limit: pageSize,
        include: 'statistics',
        ...(search === '' ? {} : { search }),
      }
      const { data, meta } = await call(operations.listForms, { query, signal })
      return { forms: data, total: meta.total, page: meta.page }
    },
    getNextPageParam: ({ page, total }: FormPage) => (page * pageSize < total ? page + 1 : undefined),
    persister: persistQuery<FormPage>,
  })

export const formQuery = (id: string) =>
  queryOptions({
    queryKey: formKeys.one(id),
    queryFn: async ({ signal }) => (await call(operations.getForm, { params: { id }, signal })).data,
    persister: persistQuery,
  })

/** A form with its statistics and the columns of its submissions. */
export const formOverviewQuery = (id: string) =>
  queryOptions({
    queryKey: [...formKeys.one(id), 'overview'],
    queryFn: async ({ signal }) => {
      const query = { include: 'statistics,columns' }
      return (await call(operations.getForm, { params: { id }, query, signal })).data
    },
    persister: persistQuery,
  })

/** The page that a form would have. `revision` identifies the state that is shown. */
export const formPreviewQuery = (id: string, revision: string, preview: FormPreview) =>
  queryOptions({
    queryKey: [...formKeys.one(id), 'preview', revision],
    queryFn: async ({ signal }) => (await call(operations.previewForm, { body: preview, signal })).data.html,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  })

export interface SubmissionPage {
  submissions: Submission[]
  nextCursor: string | undefined
}

/** Not persisted: answers of people do not belong in the storage of the browser. */
export const submissionListQuery = (id: string, search: string) =>
  infiniteQueryOptions({
    queryKey: [...formKeys.submissions(id), 'list', search],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }): Promise<SubmissionPage> => {
      const query = {
        limit: pageSize,
        ...(search === '' ? {} : { search }),
        ...(pageParam === undefined ? {} : { cursor: pageParam }),
      }
      const { data, meta } = await call(operations.listSubmissions, { params: { id }, query, signal })
      return { submissions: data, nextCursor: meta.next_cursor ?? undefined }
    },
    getNextPageParam: ({ nextCursor }: SubmissionPage) => nextCursor,
    // New ones are looked for separately: reading all pages again would not scale.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })

/** A submission never changes. */
export const submissionQuery = (id: string, submissionId: string) =>
  queryOptions({
    queryKey: [...formKeys.submissions(id), 'one', submissionId],
    queryFn: async ({ signal }) => {
      const params = { id, submission_id: submissionId }
      return (await call(operations.getSubmission, { params, signal })).data
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
