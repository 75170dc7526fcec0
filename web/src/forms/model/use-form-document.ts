import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { call } from '../../api/call.ts'
import { type Form, formKeys, formOverviewQuery } from '../../api/forms.ts'
import * as operations from '../../api/generated/operations.ts'
import { useSignedInSession } from '../../app/layout/use-signed-in-session.ts'
import { can } from '../../app/use-can.ts'
import { toast } from '../../components/toast-store.ts'
import type { EditorStore } from '../../editor/model/editor-store.ts'
import type { MergeChoice } from '../../editor/model/merge-documents.ts'
import type { DraftSync } from '../../editor/sync/draft-sync.ts'
import type { SyncState } from '../../editor/sync/sync-state.ts'
import type { DraftTransport, RemoteDraft } from '../../editor/sync/draft-transport.ts'
import { acquireSync, findSync } from '../../editor/sync/open-sync.ts'
import * as listTexts from '../../texts/forms/list.ts'
import * as t from '../../texts/forms/sync.ts'
import { readContent, toDefinition } from './form-document.ts'
import type { GraphDocument } from '../../graph/types.ts'

export interface OpenForm extends Omit<SyncState, 'phase' | 'loadError'> {
  readonly status: 'ready'
  readonly store: EditorStore
  /** The form as the server last showed it, with statistics and columns. */
  readonly form: Form
  readonly canEdit: boolean
  resolveConflict(ids: string | Iterable<string>, choice: MergeChoice): void
  /** Resolves when the server has everything; throws `UnsavedError` if that is not possible now. */
  flush(): Promise<void>
  /** Creates a form from what the builder shows, and returns its id. */
  copyAsNew(): Promise<string>
  /** Tries again now what could not be saved. */
  retry(): void
}

type FormDocument =
  | { readonly status: 'loading' }
  | { readonly status: 'error'; readonly error: unknown; retry(): void }
  | OpenForm

/** A form while it is edited. All components that use it share one. */
export function useFormDocument(formId: string): FormDocument {
  const queryClient = useQueryClient()
  const { user } = useSignedInSession()
  const sync = useSync(user.id, formId, queryClient)
  const state = useStore(sync?.state ?? nothing)
  const overview = useQuery({ ...formOverviewQuery(formId), refetchInterval: 10_000 })
  const form = overview.data
  const store = state.phase === 'ready' ? sync?.editor : undefined
  const actions = useMemo(() => sync && toActions(sync, queryClient), [sync, queryClient])

  const error = state.phase === 'failed' ? state.loadError : form === undefined && overview.error
  if (error) {
    const retry = () => {
      sync?.wake()
      void overview.refetch()
    }
    return { status: 'error', error, retry }
  }
  if (store === undefined || form === undefined || actions === undefined) return { status: 'loading' }
  const { phase: _, loadError: __, ...rest } = state
  return { ...rest, ...actions, status: 'ready', store, form, canEdit: can(user.role, 'forms:write') }
}

/** Stands in until the form is opened. */
const nothing = createStore<SyncState>(() => ({
  phase: 'loading',
  loadError: null,
  saveState: 'saved',
  problem: null,
  savedAt: null,
  conflicts: [],
  conflictsBy: { name: null },
  remote: null,
  isKept: true,
}))

function useSync(userId: string, formId: string, queryClient: QueryClient): DraftSync | undefined {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const release = acquireSync({
        userId,
        workflowId: formId,
        transport: createFormTransport(formId, queryClient),
        // Nothing in a form refers to the names of its fields.
        followNames: () => undefined,
        readCached: () => Promise.resolve(undefined),
        onMerged: () => toast.show({ tone: 'info', title: t.mergedElsewhere, description: t.mergedNote }),
      })
      onChange()
      return release
    },
    [userId, formId, queryClient],
  )
  return useSyncExternalStore(subscribe, () => findSync(userId, formId))
}

function toActions(sync: DraftSync, queryClient: QueryClient) {
  return {
    resolveConflict: (ids: string | Iterable<string>, choice: MergeChoice) =>
      sync.resolveConflicts(typeof ids === 'string' ? [ids] : ids, choice),
    flush: () => sync.flush(),
    copyAsNew: async () => {
      const document = sync.editor?.getState().document ?? { nodes: [], edges: [], variables: {} }
      const body = toBody(document)
      const name = listTexts.copyOf(body.name).slice(0, 200)
      const { data } = await call(operations.createForm, { body: { ...body, name } })
      void queryClient.invalidateQueries({ queryKey: formKeys.lists })
      return data.id
    },
    retry: () => sync.wake(),
  }
}

function toBody(document: Pick<GraphDocument, 'nodes' | 'variables'>) {
  const { name, fields, settings } = readContent(document)
  return { name, fields: [...fields], settings }
}

/** Saves a form as a whole. It has no working copy: what is saved is live. */
function createFormTransport(formId: string, queryClient: QueryClient): DraftTransport {
  const params = { id: formId }
  return {
    load: async () => toRemote(await call(operations.getForm, { params })),
    loadIfChanged: async (etag) => {
      const remote = toRemote(await call(operations.getForm, { params }))
      return remote.etag === etag ? undefined : remote
    },
    save: async (definition, ifMatch) => {
      const body = toBody(definition as GraphDocument)
      const saved = await call(operations.updateForm, { params, body, ifMatch })
      void queryClient.invalidateQueries({ queryKey: formKeys.one(formId), exact: true })
      void queryClient.invalidateQueries({ queryKey: [...formKeys.one(formId), 'overview'] })
      void queryClient.invalidateQueries({ queryKey: formKeys.lists })
      return toRemote(saved)
    },
    publish: () => Promise.reject(new Error('a form is live at once')),
    discard: () => Promise.reject(new Error('a form has no working copy')),
  }
}

function toRemote({ data, etag }: { data: Form; etag: string | undefined }): RemoteDraft {
  if (etag === undefined) throw new Error('the form has no ETag')
  return {
    definition: toDefinition(data),
    etag,
    updatedBy: null,
    updatedAt: data.updated_at,
    baseVersionNumber: null,
  }
}
