import { isDeepStrictEqual } from 'node:util'
import type {
  BundleReference,
  ImportedBundle,
  ImportedForm,
  ImportedWorkflow,
  ImportItem,
  ImportMode,
  ImportReport,
} from '@millrace/contract/bundle.ts'
import type { NewForm } from '@millrace/contract/form.ts'
import type { NewWorkflow } from '@millrace/contract/workflow.ts'
import {
  type AccountId,
  type Actor,
  type Form,
  type JsonObject,
  normaliseFields,
  normaliseFolder,
  normaliseSettings,
  normaliseTags,
  type Workflow,
} from '#domain/index.ts'
import type { Transaction } from '#ports/index.ts'
import type { FormService } from '../forms/form-service.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'
import { WorkflowService } from '../workflows/workflow-service.ts'
import { VariableService } from '../variables/variable-service.ts'
import { Targets } from './find-targets.ts'
import {
  applyVariables,
  isAppliedIn,
  type PlannedVariable,
  planVariables,
  reportVariable,
} from './import-variables.ts'
import { idsIn, type KnownIds, replaceIds } from './referenced-ids.ts'

export interface ImportRequest {
  readonly bundle: ImportedBundle
  /** Ids of this account by ids of the bundle; null for those that the nodes lose. */
  readonly map: Readonly<Record<string, string | null>>
  /** Kinds of references that may be found by name. */
  readonly mayName: (kind: BundleReference['kind']) => boolean
}

/** One workflow or form of the bundle, and what is to be done with it. */
interface Planned<Wanted, Existing> {
  readonly wanted: Wanted
  readonly existing: Existing | undefined
  /** The id that it has, or will have, in this account. */
  readonly id: string
  readonly action: ImportItem['action']
}

type PlannedWorkflow = Planned<NewWorkflow, Workflow>
type PlannedForm = Planned<NewForm, Form>

export interface ImportPlan {
  readonly workflows: readonly PlannedWorkflow[]
  readonly forms: readonly PlannedForm[]
  readonly variables: readonly PlannedVariable[]
  readonly missing: ImportReport['missing']
}

interface ImportAuthor {
  readonly account: AccountId
  readonly actor: Pick<Actor, 'name'>
}

/** Imports bundles. Nothing is overwritten unless the mode says so, and importing twice changes nothing. */
export class BundleImport {
  readonly #context: FeatureDeps
  readonly #workflows: WorkflowService
  readonly #variables: VariableService
  readonly #forms: Pick<FormService, 'create' | 'update'>

  constructor(context: FeatureDeps, forms: Pick<FormService, 'create' | 'update'>) {
    this.#context = context
    this.#workflows = new WorkflowService(context)
    this.#forms = forms
    this.#variables = new VariableService(context)
  }

  /** Decides everything and changes nothing. */
  async plan(account: AccountId, { bundle, map, mayName }: ImportRequest): Promise<ImportPlan> {
    const targets = new Targets(this.#context.store, account)
    const known = new Map(
      Object.entries(map).map(([from, to]) => [from.toLowerCase(), to?.toLowerCase() ?? null]),
    )
    const forms: PlannedForm[] = []
    for (const form of bundle.forms ?? []) {
      const planned = this.#planForm(form, await targets.form(form.id, form.name.trim()))
      forms.push(planned)
      if (form.id !== undefined) known.set(form.id.toLowerCase(), planned.id)
    }
    const found: {
      readonly source: ImportedWorkflow
      readonly existing: Workflow | undefined
      id: string
    }[] = []
    for (const source of bundle.workflows ?? []) {
      const existing = await targets.workflow(
        source.id,
        source.name.trim(),
        normaliseFolder(source.folder ?? ''),
      )
      const id = existing?.id ?? this.#newId()
      found.push({ source, existing, id })
      if (source.id !== undefined) known.set(source.id.toLowerCase(), id)
    }
    const missing = await this.#resolve(bundle, { targets, known, mayName })
    const vars = await planVariables(this.#context.store, account, bundle)
    const workflows = found.map(({ source, existing, id }) => {
      const wanted = toWorkflow(source, known)
      return { wanted, existing, id, action: actionOf(existing && isSameWorkflow(wanted, existing)) }
    })
    return { workflows, forms, variables: vars.variables, missing: [...missing, ...vars.missing] }
  }

  /** Carries out what the mode allows of the plan. */
  async apply(tx: Transaction, author: ImportAuthor, plan: ImportPlan, mode: ImportMode): Promise<void> {
    const variables = plan.variables.filter((item) => isApplied(item, mode))
    await applyVariables(this.#variables, tx, author.account, variables)
    for (const { wanted, existing, id, action } of plan.forms.filter((item) => isApplied(item, mode))) {
      if (action === 'create') await this.#forms.create(tx, author.account, wanted, id)
      else if (existing !== undefined) {
        await this.#forms.update(tx, { account: author.account, id, ifMatch: undefined }, wanted)
      }
    }
    for (const { wanted, existing, id, action } of plan.workflows.filter((item) => isApplied(item, mode))) {
      if (action === 'create') await this.#workflows.create(tx, { ...author, id }, wanted)
      else if (existing !== undefined) {
        await this.#workflows.update(tx, { ...author, id, ifMatch: undefined }, wanted)
      }
    }
  }

  #planForm(form: ImportedForm, existing: Form | undefined): PlannedForm {
    const wanted = { name: form.name, fields: form.fields, settings: form.settings ?? {} }
    const isSame =
      existing &&
      existing.name === wanted.name.trim() &&
      isDeepStrictEqual(normaliseFields(wanted.fields), existing.fields) &&
      isDeepStrictEqual(normaliseSettings(wanted.settings), existing.settings)
    return { wanted, existing, id: existing?.id ?? this.#newId(), action: actionOf(isSame) }
  }

  /** Adds what stands for each reference to `known`, and returns those without. */
  async #resolve(
    bundle: ImportedBundle,
    {
      targets,
      known,
      mayName,
    }: { targets: Targets; known: Map<string, string | null> } & Pick<ImportRequest, 'mayName'>,
  ): Promise<ImportReport['missing']> {
    const missing: ImportReport['missing'] = []
    for (const reference of bundle.references ?? []) {
      const key = reference.id.toLowerCase()
      const chosen = known.get(key)
      if (chosen === null) continue
      if (chosen !== undefined && (await targets.exists(reference.kind, chosen))) continue
      // A workflow of the bundle that is created with it.
      if (chosen !== undefined && reference.kind === 'workflow') continue
      const found = await targets.reference(reference, mayName(reference.kind))
      if ('id' in found) known.set(key, found.id)
      else {
        known.delete(key)
        missing.push({ ...reference, used_by: usersOf(bundle, key), reason: found.reason })
      }
    }
    return missing
  }

  #newId(): string {
    const { ids, clock } = this.#context
    return ids.next(clock.now())
  }
}

export function reportImport(
  { workflows, forms, variables, missing }: ImportPlan,
  mode: ImportMode,
): ImportReport {
  return {
    mode,
    workflows: workflows.map((item) => reportItem(item, mode)),
    forms: forms.map((item) => reportItem(item, mode)),
    variables: variables.map((item) => reportVariable(item, mode)),
    missing,
  }
}

/** What the audit log says about an import; null if it changed nothing. */
export function noteImport({ mode, workflows, forms, variables }: ImportReport) {
  const imported = [...workflows, ...forms, ...variables].filter(({ applied }) => applied)
  const [first, ...others] = imported
  if (first === undefined) return null
  const name = others.length === 0 ? first.name : `${first.name} and ${others.length} more`
  return { name, ...(first.id !== null && { id: first.id }), details: { mode, imported: imported.length } }
}

function reportItem(item: PlannedWorkflow | PlannedForm, mode: ImportMode): ImportItem {
  const { wanted, existing, action, id } = item
  const applied = isApplied(item, mode)
  return { name: wanted.name.trim(), action, applied, id: applied ? id : (existing?.id ?? null) }
}

function isApplied({ action }: Pick<ImportItem, 'action'>, mode: ImportMode): boolean {
  return isAppliedIn(mode, action)
}

/** Undefined: there is none yet. */
function actionOf(isSame: boolean | undefined): ImportItem['action'] {
  if (isSame === undefined) return 'create'
  return isSame ? 'unchanged' : 'replace'
}

function toWorkflow(source: ImportedWorkflow, known: KnownIds): NewWorkflow {
  const { name, description = '', folder = '', tags = [], variables = {}, nodes = [], edges = [] } = source
  return {
    name,
    description,
    folder,
    tags,
    variables,
    nodes: nodes.map((node) => replaceIds(node as JsonObject, known)),
    edges,
  }
}

function isSameWorkflow(wanted: NewWorkflow, existing: Workflow): boolean {
  const { name, description, variables, nodes, edges } = wanted
  const tags = normaliseTags(wanted.tags ?? [])
  const folder = normaliseFolder(wanted.folder ?? '')
  return isDeepStrictEqual(
    { name: name.trim(), description, folder, tags, variables, nodes, edges },
    {
      name: existing.name,
      description: existing.description,
      folder: existing.folder,
      tags: existing.tags,
      variables: existing.variables,
      nodes: existing.nodes,
      edges: existing.edges,
    },
  )
}

function usersOf({ workflows = [] }: ImportedBundle, id: string): string[] {
  return workflows
    .filter(({ nodes = [] }) => idsIn(nodes as JsonObject[]).has(id))
    .map(({ name }) => name.trim())
}
