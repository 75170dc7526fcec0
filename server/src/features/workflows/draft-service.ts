import {
  type AccountId,
  conflict,
  type Definition,
  notFound,
  type Workflow,
  type WorkflowDraft,
} from '#domain/index.ts'
import type { Transaction, VersionDetails } from '#ports/index.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'
import { reserveAddresses } from '../triggers/reserve-addresses.ts'
import { describeChanges } from './describe-changes.ts'
import { draftTag, type WorkingCopy } from './draft-presenter.ts'
import { refuseMismatch } from './if-match.ts'
import { definitionOf, isSameDefinition, saveWorkflow } from './save-workflow.ts'
import type { ChangeTarget } from './workflow-service.ts'

/** While an unpublished workflow is edited, its history gets at most one draft in this time, besides versions that ran. */
const AUTOSAVE_WINDOW_MS = 600_000

type DraftChanges = Pick<Definition, 'nodes' | 'edges'> & Partial<Definition>

interface Found {
  readonly workflow: Workflow
  readonly draft: WorkflowDraft | undefined
}

/** Edits to a workflow: beside the live version if it is published, otherwise the workflow itself. */
export class DraftService {
  readonly #context: FeatureDeps

  constructor(context: FeatureDeps) {
    this.#context = context
  }

  async read(account: AccountId, id: string): Promise<WorkingCopy> {
    const { store } = this.#context
    const workflow = await store.workflows.find(account, id)
    if (workflow === undefined) throw notFound('workflow')
    const draft = workflow.status === 'published' ? await store.drafts.find(account, id) : undefined
    return this.#describe({ workflow, draft })
  }

  async save(tx: Transaction, target: ChangeTarget, changes: DraftChanges): Promise<WorkingCopy> {
    const found = await this.#findForChange(tx, target)
    const { workflow, draft } = found
    const wanted = definitionOf({ ...(draft ?? workflow), ...withoutAbsent(changes) })
    if (workflow.status !== 'published') {
      const saved = await this.#saveThrough(tx, target, workflow, wanted)
      return this.#describe({ workflow: saved, draft: undefined }, tx)
    }
    if (isSameDefinition(wanted, draft ?? workflow)) return this.#describe(found, tx)
    const saved = await this.#saveBeside(tx, target, found, wanted)
    return this.#describe({ workflow, draft: saved }, tx)
  }

  async discard(tx: Transaction, target: ChangeTarget): Promise<void> {
    const { workflow } = await this.#findForChange(tx, target)
    if (workflow.status !== 'published') {
      throw conflict('The workflow is not published, so there is no live version to return to.')
    }
    await this.#context.store.drafts.delete(tx, target.account, target.id)
  }

  async publish(tx: Transaction, target: ChangeTarget, note: string | undefined): Promise<Workflow> {
    const { workflow, draft } = await this.#findForChange(tx, target)
    const published = await saveWorkflow(this.#context, tx, {
      current: workflow,
      changed: { ...workflow, ...(draft && definitionOf(draft)), status: 'published' },
      details: { author: target.actor.name, note: note?.trim() || null },
    })
    await this.#context.store.drafts.delete(tx, target.account, target.id)
    return published
  }

  /**
   * The edits of an unpublished workflow. Versions that nobody ran replace each other, so that autosaves do not pile up; and
   * they share one number, so that the first version to go live is number 1.
   */
  async #saveThrough(
    tx: Transaction,
    { account, actor, id }: ChangeTarget,
    current: Workflow,
    wanted: Definition,
  ): Promise<Workflow> {
    if (isSameDefinition(wanted, current)) return current
    const { store, clock } = this.#context
    const replaceable = await store.versions.findReplaceable(tx, account, id)
    const base = replaceable?.base ?? null
    const isRecent = base !== null && clock.now() - base.createdAt < AUTOSAVE_WINDOW_MS
    const details: Partial<VersionDetails> = {
      changes: describeChanges(isRecent ? base : current, wanted),
      isAutosave: true,
      succession: replaceable === undefined ? null : isRecent ? 'replaces' : 'follows',
    }
    const changed = { ...current, ...wanted }
    return saveWorkflow(this.#context, tx, { current, changed, details: { ...details, author: actor.name } })
  }

  /** The edits of a published workflow. Undefined if they equal the live version: then there is nothing left to publish. */
  async #saveBeside(
    tx: Transaction,
    { account, actor, id }: ChangeTarget,
    { workflow, draft }: Found,
    wanted: Definition,
  ): Promise<WorkflowDraft | undefined> {
    const { store, clock, ids } = this.#context
    if (isSameDefinition(wanted, workflow)) {
      await store.drafts.delete(tx, account, id)
      return undefined
    }
    const now = clock.now()
    const { number } = await this.#label(workflow, tx)
    const saved: WorkflowDraft = {
      workflowId: id,
      accountId: account,
      baseVersionId: draft?.baseVersionId ?? workflow.versionId,
      baseVersionNumber: draft?.baseVersionNumber ?? number,
      revision: ids.next(now),
      updatedAt: Math.max(now, draft?.updatedAt ?? 0),
      updatedBy: actor.name,
      ...wanted,
    }
    await store.drafts.save(tx, saved)
    await reserveAddresses(this.#context, tx, { accountId: account, workflowId: id, definition: wanted })
    return saved
  }

  async #findForChange(tx: Transaction, { account, id, ifMatch }: ChangeTarget): Promise<Found> {
    const { store } = this.#context
    const workflow = await store.workflows.find(account, id, tx)
    if (workflow === undefined) throw notFound('workflow')
    const draft = workflow.status === 'published' ? await store.drafts.find(account, id, tx) : undefined
    refuseMismatch(ifMatch, draftTag({ workflow, draft }))
    return { workflow, draft }
  }

  async #describe(found: Found, tx?: Transaction): Promise<WorkingCopy> {
    return { ...found, version: await this.#label(found.workflow, tx) }
  }

  async #label({ accountId, versionId }: Workflow, tx?: Transaction) {
    const labels = await this.#context.store.versions.labels(accountId, [versionId], tx)
    const label = labels.get(versionId)
    // Only what came before the current version can be without a number.
    if (label?.number == null) throw notFound('workflow')
    return { number: label.number, author: label.author }
  }
}

function withoutAbsent({ nodes, edges, variables }: DraftChanges): Partial<Definition> {
  return { nodes, edges, ...(variables !== undefined && { variables }) }
}
