import { exportBundle, exportWorkflow, importBundle, MAX_BUNDLED } from '@millrace/contract/bundle.ts'
import type { Scope } from '@millrace/contract/scopes.ts'
import { type AccountId, invalid, normaliseFolder, refuseMissingScope } from '#domain/index.ts'
import { type Binding, reads, writes } from '#http/index.ts'
import { FormService } from '../forms/form-service.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'
import { checkBundledForms, checkParts } from './check-bundle.ts'
import { BundleExport } from './export-bundle.ts'
import { BundleImport, noteImport, reportImport } from './import-bundle.ts'

const NAMING_SCOPES = {
  credential: 'credentials:read',
  integration: 'integrations:read',
  workflow: 'workflows:read',
} as const satisfies Record<string, Scope>

/** Workflows as files: export and import. */
export function bundleRoutes(context: FeatureDeps): Binding[] {
  const { store } = context
  const importer = new BundleImport(context, new FormService(context))

  async function listIds(account: AccountId, folder: string = ''): Promise<readonly string[]> {
    const filter = { status: undefined, search: undefined, folder: normaliseFolder(folder) }
    const { items, total } = await store.workflows.list(
      account,
      folder === '' ? { ...filter, folder: undefined } : filter,
      { page: 1, limit: MAX_BUNDLED },
    )
    if (total <= MAX_BUNDLED) return items.map(({ id }) => id)
    const message = `There are ${total} workflows. Choose at most ${MAX_BUNDLED} of them, or a folder.`
    throw invalid([{ path: 'workflow_ids', message }])
  }

  return [
    reads(exportWorkflow, async ({ account, scopes, params }) => ({
      data: await new BundleExport(store, account, scopes).export([params.id]),
    })),
    reads(exportBundle, async ({ account, scopes, body }) => ({
      data: await new BundleExport(store, account, scopes).export(
        body.workflow_ids ?? (await listIds(account, body.folder)),
        body,
      ),
    })),
    writes(
      importBundle,
      async ({ account, actor, scopes, body }, tx) => {
        const { bundle, mode = 'check', map = {} } = body
        if ((bundle.forms ?? []).length > 0) refuseMissingScope({ actor, scopes }, 'forms:write')
        if ((bundle.variables ?? []).length > 0) refuseMissingScope({ actor, scopes }, 'variables:write')
        const plan = await importer.plan(account, {
          bundle,
          map,
          mayName: (kind) => scopes.includes(NAMING_SCOPES[kind]),
        })
        await importer.apply(tx, { account, actor }, plan, mode)
        const report = reportImport(plan, mode)
        return { data: report, change: noteImport(report) }
      },
      ({ body: { bundle } }, isValid) => [
        ...(isValid('bundle') ? checkParts(bundle, 'bundle') : []),
        ...checkBundledForms(bundle, (path) => isValid(`bundle.${path}`)).map((issue) => ({
          ...issue,
          path: `bundle.${issue.path}`,
        })),
      ],
    ),
  ]
}
