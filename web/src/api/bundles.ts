import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import * as operations from './generated/operations.ts'
import type { Data, OperationInput } from './operation-handle.ts'

type ImportRequest = OperationInput<typeof operations.importBundle>['body']
export type ImportedBundle = ImportRequest['bundle']
export type BundleReference = NonNullable<ImportedBundle['references']>[number]
export type Bundle = Data<typeof operations.exportBundle>
export type ImportMode = 'create' | 'replace'
/** What stands for each id of the bundle; null: nothing, the nodes lose it. */
export type ImportMap = Readonly<Record<string, string | null>>
export type ImportReport = Data<typeof operations.importBundle>
export type ImportItem = ImportReport['workflows'][number]

/** What an import would do. `attempt` stands for the bundle, which may be too large to be a key. */
export const checkImportQuery = (bundle: ImportedBundle, map: ImportMap, attempt: number) =>
  queryOptions({
    queryKey: ['import', attempt, map],
    queryFn: async ({ signal }) =>
      (await call(operations.importBundle, { body: { bundle, mode: 'check', map }, signal })).data,
    // The choices change one by one, and what was known before them stays in view.
    placeholderData: keepPreviousData,
    gcTime: 0,
  })

export async function importBundle(
  bundle: ImportedBundle,
  mode: ImportMode,
  map: ImportMap,
): Promise<ImportReport> {
  return (await call(operations.importBundle, { body: { bundle, mode, map } })).data
}

/** The working copy of a workflow, with the forms and variables that it uses. */
export async function exportDraft(id: string, signal?: AbortSignal): Promise<Bundle> {
  return (await call(operations.exportBundle, { body: { workflow_ids: [id], drafts: true }, signal })).data
}
