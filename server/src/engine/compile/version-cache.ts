import type { AccountId } from '#domain/index.ts'
import type { NodeCatalogue, WorkflowStore } from '#ports/index.ts'
import { type CompiledVersion, compileVersion } from './compile-version.ts'

const MAX_KEPT = 500

/**
 * Versions never change, so a compiled one is good for ever; the least recently used ones are dropped. Which one is a
 * workflow's current is another matter: what is known of that here may be outdated.
 */
export class VersionCache {
  readonly #workflows: WorkflowStore
  readonly #catalogue: NodeCatalogue
  readonly #kept = new Map<string, CompiledVersion>()
  /** The version of the latest execution, by workflow. */
  readonly #latest = new Map<string, { readonly account: AccountId; readonly versionId: string }>()

  constructor(workflows: WorkflowStore, catalogue: NodeCatalogue) {
    this.#workflows = workflows
    this.#catalogue = catalogue
  }

  /** The version when it is at hand, without waiting. */
  peek(versionId: string): CompiledVersion | undefined {
    const kept = this.#kept.get(versionId)
    if (kept === undefined) return undefined
    this.#kept.delete(versionId)
    this.#kept.set(versionId, kept)
    return kept
  }

  /** The version that a workflow most likely has now, when it is at hand. */
  peekLatest(account: AccountId, workflowId: string): CompiledVersion | undefined {
    const latest = this.#latest.get(workflowId)
    return latest?.account === account ? this.peek(latest.versionId) : undefined
  }

  /** An execution began on the workflow's current version. */
  note(account: AccountId, workflowId: string, versionId: string): void {
    if (this.#latest.get(workflowId)?.versionId === versionId) return
    this.#latest.delete(workflowId)
    this.#latest.set(workflowId, { account, versionId })
    dropOldest(this.#latest)
  }

  async get(account: AccountId, versionId: string): Promise<CompiledVersion | undefined> {
    const kept = this.peek(versionId)
    if (kept !== undefined) return kept
    const version = await this.#workflows.findVersion(account, versionId)
    if (version === undefined) return undefined
    const compiled = compileVersion(version, this.#catalogue)
    this.#kept.set(versionId, compiled)
    dropOldest(this.#kept)
    return compiled
  }
}

function dropOldest(kept: Map<string, unknown>): void {
  if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value ?? '')
}
