import { isDeepStrictEqual } from 'node:util'
import type { NewWorkflow, WorkflowChanges } from '@millrace/contract/workflow.ts'
import {
  type AccountId,
  AppError,
  type Definition,
  type JsonObject,
  notFound,
  timeOfId,
  type Workflow,
} from '#domain/index.ts'
import type { Transaction } from '#ports/index.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'
import { armTriggers, disarmTriggers } from '../triggers/arm-triggers.ts'
import { describeChanges } from './describe-changes.ts'
import { workflowTag } from './workflow-presenter.ts'

/** The workflow to change, if its ETag matches. */
export interface ChangeTarget {
  readonly account: AccountId
  readonly id: string
  readonly ifMatch: string | undefined
}

export class WorkflowService {
  readonly #context: FeatureDeps

  constructor(context: FeatureDeps) {
    this.#context = context
  }

  async create(tx: Transaction, account: AccountId, wanted: NewWorkflow): Promise<Workflow> {
    const { store, ids, clock } = this.#context
    const now = clock.now()
    const workflow: Workflow = {
      id: ids.next(now),
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
    }
    await store.workflows.insert(tx, workflow)
    await armTriggers(this.#context, tx, workflow)
    return workflow
  }

  async read(account: AccountId, id: string): Promise<Workflow> {
    const workflow = await this.#context.store.workflows.find(account, id)
    if (workflow === undefined) throw notFound('workflow')
    return workflow
  }

  /** Changes the given members; a change without effect does not touch time, ETag and version. */
  async update(tx: Transaction, target: ChangeTarget, changes: WorkflowChanges): Promise<Workflow> {
    const current = await this.#findForChange(tx, target)
    return this.#save(tx, current, applyChanges(current, changes))
  }

  /** Saves the definition of a version as a new, current version; name, description and status do not change. */
  async restore(tx: Transaction, target: ChangeTarget, versionId: string): Promise<Workflow> {
    const current = await this.#findForChange(tx, target)
    const version = await this.#context.store.versions.find(target.account, target.id, versionId, tx)
    if (version === undefined) throw notFound('version')
    const { nodes, edges, variables } = version
    return this.#save(tx, current, { ...current, nodes, edges, variables })
  }

  async delete(tx: Transaction, target: ChangeTarget): Promise<void> {
    const { store, clock } = this.#context
    const { account, id } = target
    await this.#findForChange(tx, target)
    if (!(await store.workflows.delete(tx, account, id, clock.now()))) throw notFound('workflow')
    await disarmTriggers(this.#context, tx, { accountId: account, id })
  }

  async #save(tx: Transaction, current: Workflow, changed: Workflow): Promise<Workflow> {
    if (isDeepStrictEqual(changed, current)) return current
    const { store, clock } = this.#context
    const now = clock.now()
    const isNewVersion = !sameDefinition(changed, current)
    const workflow: Workflow = {
      ...changed,
      versionId: isNewVersion ? this.#nextVersionId(now, current.versionId) : current.versionId,
      revision: current.revision + 1,
      updatedAt: Math.max(now, current.updatedAt),
    }
    const changes = isNewVersion ? describeChanges(current, changed) : undefined
    if (!(await store.workflows.update(tx, workflow, changes))) throw preconditionFailed()
    if (isNewVersion || changed.status !== current.status) await armTriggers(this.#context, tx, workflow)
    return workflow
  }

  /** Greater than the previous id, even if the clocks of machines differ: versions are listed by id. */
  #nextVersionId(now: number, before: string): string {
    const { ids } = this.#context
    const id = ids.next(Math.max(now, timeOfId(before)))
    return id > before ? id : ids.next(timeOfId(before) + 1)
  }

  async #findForChange(tx: Transaction, { account, id, ifMatch }: ChangeTarget): Promise<Workflow> {
    const current = await this.#context.store.workflows.find(account, id, tx)
    if (current === undefined) throw notFound('workflow')
    if (ifMatch !== undefined && !matchesTag(ifMatch, workflowTag(current))) throw preconditionFailed()
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
  }
}

function sameDefinition(a: Definition, b: Definition): boolean {
  return (
    isDeepStrictEqual(a.nodes, b.nodes) &&
    isDeepStrictEqual(a.edges, b.edges) &&
    isDeepStrictEqual(a.variables, b.variables)
  )
}

/** Strong comparison (RFC 9110, 13.1.1): a weak tag never matches. */
function matchesTag(ifMatch: string, tag: string): boolean {
  return ifMatch.split(',').some((candidate) => candidate.trim() === '*' || candidate.trim() === tag)
}

function preconditionFailed(): AppError {
  return new AppError(
    'VALIDATION_ERROR',
    'The workflow has changed since you read it. Read it again and apply your change to the current version.',
    { issues: [{ path: 'If-Match', message: 'does not match the current ETag' }] },
    { kind: 'precondition' },
  )
}
