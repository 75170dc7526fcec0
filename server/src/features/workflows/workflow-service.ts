import type { NewWorkflow, WorkflowChanges } from '@millrace/contract/workflow.ts'
import {
  type AccountId,
  type Actor,
  type JsonObject,
  normaliseFolder,
  normaliseTags,
  notFound,
  type Workflow,
  type WorkflowDraft,
} from '#domain/index.ts'
import type { Transaction } from '#ports/index.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'
import { armTriggers, disarmTriggers } from '../triggers/arm-triggers.ts'
import { refuseMismatch } from './if-match.ts'
import { definitionOf, isSameDefinition, saveWorkflow } from './save-workflow.ts'
import { workflowTag } from './workflow-presenter.ts'

/** The workflow to change, if its ETag matches. */
export interface ChangeTarget {
  readonly account: AccountId
  readonly actor: Pick<Actor, 'name'>
  readonly id: string
  readonly ifMatch: string | undefined
}

interface DraftedChange {
  readonly current: Workflow
  readonly changed: Workflow
  readonly draft: WorkflowDraft | undefined
}

interface Unpublishing extends DraftedChange {
  readonly draft: WorkflowDraft
  /** Whether the request brings nodes, edges or variables. */
  readonly hasDefinition: boolean
}

export class WorkflowService {
  readonly #context: FeatureDeps

  constructor(context: FeatureDeps) {
    this.#context = context
  }

  async create(
    tx: Transaction,
    { account, actor, id }: Pick<ChangeTarget, 'account' | 'actor'> & { readonly id?: string },
    wanted: NewWorkflow,
  ): Promise<Workflow> {
    const { store, ids, clock } = this.#context
    const now = clock.now()
    const workflow: Workflow = {
      id: id ?? ids.next(now),
      accountId: account,
      name: wanted.name.trim(),
      description: wanted.description ?? '',
      status: wanted.status ?? 'draft',
      nodes: (wanted.nodes ?? []) as JsonObject[],
      edges: (wanted.edges ?? []) as JsonObject[],
      variables: (wanted.variables ?? {}) as JsonObject,
      versionId: ids.next(now),
      revision: 1,
      createdAt: now,
      updatedAt: now,
      tags: normaliseTags(wanted.tags ?? []),
      folder: normaliseFolder(wanted.folder ?? ''),
    }
    await store.workflows.insert(tx, workflow, {
      author: actor.name,
      isAutosave: workflow.status === 'draft',
    })
    await armTriggers(this.#context, tx, workflow)
    return workflow
  }

  async read(account: AccountId, id: string): Promise<Workflow> {
    const workflow = await this.#context.store.workflows.find(account, id)
    if (workflow === undefined) throw notFound('workflow')
    return workflow
  }

  /** Changes the given members. */
  async update(tx: Transaction, target: ChangeTarget, changes: WorkflowChanges): Promise<Workflow> {
    const current = await this.#findForChange(tx, target)
    const changed = applyChanges(current, changes)
    const { nodes, edges, variables } = changes
    const hasDefinition = [nodes, edges, variables].some((member) => member !== undefined)
    const draft = await this.#findDraft(tx, current)
    return draft !== undefined && changed.status === 'draft'
      ? this.#unpublish(tx, target, { current, changed, draft, hasDefinition })
      : this.#save(tx, target, { current, changed, draft })
  }

  /** Saves the definition of a version as a new, current version; name, description and status do not change. */
  async restore(tx: Transaction, target: ChangeTarget, versionId: string): Promise<Workflow> {
    const current = await this.#findForChange(tx, target)
    const version = await this.#context.store.versions.find(target.account, target.id, versionId, tx)
    if (version === undefined) throw notFound('version')
    const changed = { ...current, ...definitionOf(version) }
    return this.#save(tx, target, { current, changed, draft: await this.#findDraft(tx, current) })
  }

  async delete(tx: Transaction, target: ChangeTarget): Promise<void> {
    const { store, clock } = this.#context
    const { account, id } = target
    await this.#findForChange(tx, target)
    if (!(await store.workflows.delete(tx, account, id, clock.now()))) throw notFound('workflow')
    await store.drafts.delete(tx, account, id)
    await disarmTriggers(this.#context, tx, { accountId: account, id })
  }

  /** The working copy stays, unless it equals the new live version. */
  async #save(
    tx: Transaction,
    { account, actor, id }: ChangeTarget,
    { current, changed, draft }: DraftedChange,
  ): Promise<Workflow> {
    const details = { author: actor.name }
    const saved = await saveWorkflow(this.#context, tx, { current, changed, details })
    if (draft !== undefined && isSameDefinition(draft, saved)) {
      await this.#context.store.drafts.delete(tx, account, id)
    }
    return saved
  }

  /**
   * An unpublished workflow has no working copy beside it: its edits become the workflow. If the request brings a definition
   * of its own, they become a version before it. Nothing is lost in either case.
   */
  async #unpublish(
    tx: Transaction,
    { actor }: ChangeTarget,
    { current, changed, draft, hasDefinition }: Unpublishing,
  ): Promise<Workflow> {
    await this.#context.store.drafts.delete(tx, current.accountId, current.id)
    const edited = await saveWorkflow(this.#context, tx, {
      current,
      changed: { ...current, ...definitionOf(draft), status: 'draft' },
      details: { author: draft.updatedBy },
    })
    const definition = definitionOf(hasDefinition ? changed : edited)
    const { versionId, revision, updatedAt } = edited
    return saveWorkflow(this.#context, tx, {
      current: edited,
      changed: { ...changed, ...definition, versionId, revision, updatedAt },
      details: { author: actor.name },
    })
  }

  async #findDraft(tx: Transaction, { accountId, id, status }: Workflow): Promise<WorkflowDraft | undefined> {
    return status === 'published' ? this.#context.store.drafts.find(accountId, id, tx) : undefined
  }

  async #findForChange(tx: Transaction, { account, id, ifMatch }: ChangeTarget): Promise<Workflow> {
    const current = await this.#context.store.workflows.find(account, id, tx)
    if (current === undefined) throw notFound('workflow')
    refuseMismatch(ifMatch, workflowTag(current))
    return current
  }
}

function applyChanges(current: Workflow, changes: WorkflowChanges): Workflow {
  return {
    ...current,
    name: changes.name?.trim() ?? current.name,
    description: changes.description ?? current.description,
    status: changes.status ?? current.status,
    nodes: (changes.nodes as JsonObject[] | undefined) ?? current.nodes,
    edges: (changes.edges as JsonObject[] | undefined) ?? current.edges,
    variables: (changes.variables as JsonObject | undefined) ?? current.variables,
    tags: changes.tags === undefined ? current.tags : normaliseTags(changes.tags),
    folder: changes.folder === undefined ? current.folder : normaliseFolder(changes.folder),
  }
}
