import { BUNDLE_FORMAT, type Bundle, type BundleReference } from '@millrace/contract/bundle.ts'
import type { Scope } from '@millrace/contract/scopes.ts'
import {
  type AccountId,
  type Form,
  notFound,
  VARIABLE_LIMITS,
  variablesIn,
  type Workflow,
  type WorkflowDraft,
} from '#domain/index.ts'
import type { Store } from '#ports/index.ts'
import { idsIn } from './referenced-ids.ts'

type ExportStore = Pick<
  Store,
  'workflows' | 'drafts' | 'forms' | 'credentials' | 'integrations' | 'variables'
>

/** Makes bundles: the same workflows give the same text, so that a repository shows real changes only. */
export class BundleExport {
  readonly #store: ExportStore
  readonly #account: AccountId
  readonly #scopes: ReadonlySet<Scope>

  /** What the scopes do not allow to read is left out. */
  constructor(store: ExportStore, account: AccountId, scopes: readonly Scope[]) {
    this.#store = store
    this.#account = account
    this.#scopes = new Set(scopes)
  }

  async export(workflowIds: readonly string[], { drafts = false } = {}): Promise<Bundle> {
    const workflows: Workflow[] = []
    for (const id of new Set(workflowIds.map((one) => one.toLowerCase()))) {
      const workflow = await this.#store.workflows.find(this.#account, id)
      if (workflow === undefined) throw notFound('workflow')
      const draft = drafts ? await this.#store.drafts.find(this.#account, id) : undefined
      workflows.push(draft === undefined ? workflow : edited(workflow, draft))
    }
    const own = new Set(workflows.map(({ id }) => id))
    const forms: Form[] = []
    const references: BundleReference[] = []
    for (const id of idsIn(workflows.flatMap(({ nodes }) => [...nodes]))) {
      if (own.has(id)) continue
      const form = this.#scopes.has('forms:read')
        ? await this.#store.forms.find(this.#account, id)
        : undefined
      if (form !== undefined) forms.push(form)
      else references.push(...(await this.#findReference(id)))
    }
    const variables = await this.exportVariables(variablesIn(workflows.flatMap(({ nodes }) => [...nodes])))
    return {
      format: BUNDLE_FORMAT,
      workflows: workflows.map(bundleWorkflow),
      forms: forms.map(bundleForm).toSorted(byName),
      ...(variables.length > 0 && { variables }),
      references: references.toSorted((a, b) => compare(a.kind, b.kind) || byName(a, b)),
    }
  }

  /** The variables of the account that have one of the names, in their order. */
  async exportVariables(read: ReadonlySet<string> | 'all'): Promise<NonNullable<Bundle['variables']>> {
    if (!this.#scopes.has('variables:read') || (read !== 'all' && read.size === 0)) return []
    const all = await this.#store.variables.list(this.#account, undefined, {
      before: undefined,
      limit: VARIABLE_LIMITS.count,
    })
    return all
      .filter(({ name }) => read === 'all' || read.has(name))
      .map(({ name, value, description }) => ({ name, value, description }))
      .toSorted((a, b) => compare(a.name, b.name))
  }

  async #findReference(id: string): Promise<BundleReference[]> {
    const { credentials, integrations, workflows } = this.#store
    if (this.#scopes.has('credentials:read')) {
      const found = await credentials.find(this.#account, id)
      if (found !== undefined) return [{ kind: 'credential', id, name: found.name, type: found.type }]
    }
    if (this.#scopes.has('integrations:read')) {
      const found = await integrations.find(this.#account, id)
      if (found !== undefined) return [{ kind: 'integration', id, name: found.name, type: found.type }]
    }
    const found = await workflows.find(this.#account, id)
    return found === undefined
      ? []
      : [{ kind: 'workflow', id, name: found.name, ...(found.folder !== '' && { folder: found.folder }) }]
  }
}

function edited(workflow: Workflow, { variables, nodes, edges }: WorkflowDraft): Workflow {
  return { ...workflow, variables, nodes, edges }
}

function bundleWorkflow(workflow: Workflow): Bundle['workflows'][number] {
  const { id, name, description, folder, tags, variables, nodes, edges } = workflow
  return { id, name, description, folder, tags: [...tags], variables, nodes: [...nodes], edges: [...edges] }
}

export function bundleForm({ id, name, fields, settings }: Form): Bundle['forms'][number] {
  return { id, name, fields: [...fields], ...(settings !== null && { settings }) }
}

interface Named {
  readonly id: string
  readonly name: string
}

function byName(a: Named, b: Named): number {
  return compare(a.name, b.name) || compare(a.id, b.id)
}

/** By code units, independent of the language of the machine. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
