import { resolve } from 'node:path'
import { type Bundle, BUNDLE_FORMAT, IMPORT_MODES, type ImportMode } from '@millrace/contract/bundle.ts'
import { SCOPES } from '@millrace/contract/scopes.ts'
import { type AccountId, COMMAND_LINE, systemAuthor } from '#domain/index.ts'
import {
  AuditLog,
  BundleExport,
  bundleForm,
  BundleImport,
  checkBundle,
  everyItem,
  type FeatureDeps,
  FormService,
  type ImportPlan,
  noteImport,
  reportImport,
} from '#features/index.ts'
import { BundleFolder, mergeBundles, namePaths, readBundleFolder } from '../bundles/bundle-folder.ts'
import { createLogger } from '../logger.ts'
import { Progress } from '../progress.ts'
import { type CommandCall, UsageError } from './command.ts'
import { chooseAccount, requireArgument, type StoreAccess, withStore } from './with-store.ts'

/** Workflows per transaction; bounds how long the service waits to write. */
const BATCH_SIZE = 20

/** Writes one file per workflow and form. Writing again changes only the files of what has changed. */
export async function exportWorkflows(call: CommandCall): Promise<void> {
  const folder = resolve(requireArgument(call.args, 0, 'folder'))
  await withStore(call.config, async ({ store }) => {
    const account = await chooseAccount(store, call)
    const filter = { status: undefined, search: undefined }
    const workflows = await everyItem((page) => store.workflows.list(account, filter, page))
    const forms = await everyItem((page) => store.forms.list(account, { search: undefined }, page))
    const target = new BundleFolder(folder)
    const progress = new Progress({ what: 'files', total: workflows.length + forms.length })
    const exporter = new BundleExport(store, account, SCOPES)
    let done = 0
    const paths = namePaths('workflows', workflows)
    for (const { id } of workflows) {
      // Forms have files of their own, and so have variables.
      const { variables: _, ...bundle } = await exporter.export([id])
      await target.write({ path: paths.get(id) ?? '', bundle: { ...bundle, forms: [] } })
      progress.update((done += 1))
    }
    const formPaths = namePaths(
      'forms',
      forms.map(({ id, name }) => ({ id, name, folder: '' })),
    )
    for (const form of forms) {
      const bundle: Bundle = {
        format: BUNDLE_FORMAT,
        workflows: [],
        forms: [bundleForm(form)],
        references: [],
      }
      await target.write({ path: formPaths.get(form.id) ?? '', bundle })
      progress.update((done += 1))
    }
    const variables = await exporter.exportVariables('all')
    if (variables.length > 0) {
      const bundle: Bundle = { format: BUNDLE_FORMAT, workflows: [], forms: [], variables, references: [] }
      await target.write({ path: 'variables.json', bundle })
    }
    progress.finish()
    const { written, unchanged, removed } = await target.finish()
    call.print(
      `${count(workflows.length, 'workflow')}, ${count(forms.length, 'form')} and ${count(variables.length, 'variable')} ` +
        `exported to ${folder}: ` +
        `${count(written, 'file')} written, ${unchanged} unchanged, ${removed.length} removed.`,
    )
  })
}

/** Says what an import would do and, if told so, does it. It can be interrupted and repeated. */
export async function importWorkflows(call: CommandCall): Promise<void> {
  const folder = resolve(requireArgument(call.args, 0, 'folder'))
  const mode = readMode(call.flags['mode'])
  const files = await readBundleFolder(folder, 'refuse').catch((error: unknown) => {
    throw (error as NodeJS.ErrnoException).code === 'ENOENT'
      ? new UsageError(`The folder ${folder} does not exist.`)
      : error
  })
  if (files.length === 0) throw new UsageError(`The folder ${folder} has no bundles.`)
  const problems = files.flatMap(({ path, bundle }) =>
    checkBundle(bundle).map((issue) => `  ${path}: ${issue.path} ${issue.message}`),
  )
  if (problems.length > 0) throw new Error(['Nothing was imported:', ...problems].join('\n'))
  await withStore(call.config, async (access) => {
    const account = await chooseAccount(access.store, call)
    const importer = createImporter(access)
    const bundle = mergeBundles(files)
    const plan = await importer.plan(account, { bundle, map: {}, mayName: () => true })
    await applyInBatches(access, { importer, account, plan, mode })
    printReport(plan, mode, call.print)
  })
}

function createImporter({ store, clock, ids }: StoreAccess): BundleImport {
  const context: FeatureDeps = { store, clock, ids, log: createLogger('warn'), publicUrl: () => '' }
  return new BundleImport(context, new FormService(context))
}

interface Application {
  readonly importer: BundleImport
  readonly account: AccountId
  readonly plan: ImportPlan
  readonly mode: ImportMode
}

async function applyInBatches(
  access: StoreAccess,
  { importer, account, plan, mode }: Application,
): Promise<void> {
  const { store } = access
  const report = reportImport(plan, mode)
  const note = noteImport(report)
  if (note === null) return
  const author = systemAuthor(account, COMMAND_LINE)
  const progress = new Progress({ what: 'workflows', total: plan.workflows.length })
  await store.write(async (tx) => {
    await importer.apply(tx, { account, actor: COMMAND_LINE }, { ...plan, workflows: [] }, mode)
    const { id = null, name: resourceName, details } = note
    const change = { action: 'import.import_bundle', resourceId: id, resourceName, details }
    await new AuditLog(access).record(tx, author, change)
  })
  for (let from = 0; from < plan.workflows.length; from += BATCH_SIZE) {
    const part = {
      ...plan,
      forms: [],
      variables: [],
      workflows: plan.workflows.slice(from, from + BATCH_SIZE),
    }
    await store.write((tx) => importer.apply(tx, { account, actor: COMMAND_LINE }, part, mode))
    progress.update(from + part.workflows.length)
  }
  progress.finish()
}

const DONE = { create: 'created', replace: 'replaced', unchanged: 'unchanged' } as const
const WOULD = { create: 'would be created', replace: 'would be replaced', unchanged: 'unchanged' } as const

function printReport(plan: ImportPlan, mode: ImportMode, print: CommandCall['print']): void {
  const report = reportImport(plan, mode)
  for (const [kind, items] of [
    ['workflow', report.workflows],
    ['form', report.forms],
    ['variable', report.variables],
  ] as const) {
    for (const { name, action, applied } of items) {
      if (action !== 'unchanged') print(`${kind} "${name}": ${(applied ? DONE : WOULD)[action]}`)
    }
  }
  for (const { kind, name, used_by: users, reason } of report.missing) {
    print(`missing ${kind} "${name}", used by ${users.map((user) => `"${user}"`).join(', ')}. ${reason}`)
  }
  const items = [...report.workflows, ...report.forms, ...report.variables]
  const unchanged = items.filter(({ action }) => action === 'unchanged').length
  print(`${items.filter(({ applied }) => applied).length} imported, ${unchanged} unchanged.`)
  const pending = items.filter(({ action, applied }) => action !== 'unchanged' && !applied)
  if (pending.length === 0) return
  const needed = pending.some(({ action }) => action === 'replace') ? 'replace' : 'create'
  print(
    mode === 'check'
      ? `Nothing was changed. Run it again with --mode ${needed}.`
      : `What differs was kept. --mode ${needed} replaces it.`,
  )
}

function readMode(text: string = 'check'): ImportMode {
  const mode = IMPORT_MODES.find((one) => one === text)
  if (mode === undefined) throw new UsageError(`--mode must be one of ${IMPORT_MODES.join(', ')}.`)
  return mode
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
