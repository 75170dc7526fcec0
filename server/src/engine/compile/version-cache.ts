import type { AccountId } from '#domain/index.ts'
import type { NodeCatalogue, WorkflowStore } from '#ports/index.ts'
import type { Turns } from '../turns/turns.ts'
import { type CompiledVersion, compileVersionStepwise } from './compile-version.ts'

const MAX_VERSIONS = 500

interface VersionCacheDeps {
  readonly workflows: Pick<WorkflowStore, 'findVersion'>
  readonly catalogue: NodeCatalogue
  readonly turns: Turns
}

/**
 * Caches compiled versions. They never change, so an entry never expires; the least recently used one is evicted. Which
 * version is a workflow's current one does change: `peekLatest` may be outdated.
 */
export class VersionCache {
  readonly #workflows: Pick<WorkflowStore, 'findVersion'>
  readonly #catalogue: NodeCatalogue
  readonly #turns: Turns
  readonly #kept = new Map<string, CompiledVersion>()
  /** Versions that are being compiled: all who need one wait for the same. */
  readonly #compiling = new Map<string, Promise<CompiledVersion | undefined>>()
  /** The version of the latest execution, by workflow. */
  readonly #latest = new Map<string, { readonly account: AccountId; readonly versionId: string }>()

  constructor({ workflows, catalogue, turns }: VersionCacheDeps) {
    this.#workflows = workflows
    this.#catalogue = catalogue
    this.#turns = turns
  }

  /** The version if it is cached. */
  peek(versionId: string): CompiledVersion | undefined {
    const kept = this.#kept.get(versionId)
    if (kept === undefined) return undefined
    this.#kept.delete(versionId)
    this.#kept.set(versionId, kept)
    return kept
  }

  /** The version that a workflow most likely has now, if it is cached. */
  peekLatest(account: AccountId, workflowId: string): CompiledVersion | undefined {
    const latest = this.#latest.get(workflowId)
    return latest?.account === account ? this.peek(latest.versionId) : undefined
  }

  /** Call it when an execution is accepted on the current version of its workflow. */
  note(account: AccountId, workflowId: string, versionId: string): void {
    if (this.#latest.get(workflowId)?.versionId === versionId) return
    this.#latest.delete(workflowId)
    this.#latest.set(workflowId, { account, versionId })
    evictOldest(this.#latest)
  }

  /** Call it when a workflow was saved: its current version may be another one. */
  forget(workflowId: string): void {
    this.#latest.delete(workflowId)
  }

  async get(account: AccountId, versionId: string): Promise<CompiledVersion | undefined> {
    const kept = this.peek(versionId)
    if (kept !== undefined) return kept
    const compiling = this.#compiling.get(versionId)
    if (compiling !== undefined) return compiling
    const started = this.#compile(account, versionId).finally(() => this.#compiling.delete(versionId))
    this.#compiling.set(versionId, started)
    return started
  }

  async #compile(account: AccountId, versionId: string): Promise<CompiledVersion | undefined> {
    const version = await this.#workflows.findVersion(account, versionId)
    if (version === undefined) return undefined
    const compiled = await this.#turns.compute(account, compileVersionStepwise(version, this.#catalogue))
    this.#kept.set(versionId, compiled)
    evictOldest(this.#kept)
    return compiled
  }
}

function evictOldest(kept: Map<string, unknown>): void {
  if (kept.size > MAX_VERSIONS) kept.delete(kept.keys().next().value ?? '')
}
