import type { AccountId } from '#domain/account.ts'
import type { NodeCatalogue } from '#ports/node-kind.ts'
import type { WorkflowStore } from '#ports/workflow-store.ts'
import { type CompiledVersion, compileVersion } from './compile-version.ts'

const MAX_KEPT = 500

/** Versions never change, so a compiled one is good for ever; the least recently used ones are dropped. */
export class VersionCache {
  readonly #workflows: WorkflowStore
  readonly #catalogue: NodeCatalogue
  readonly #kept = new Map<string, CompiledVersion>()

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

  async get(account: AccountId, versionId: string): Promise<CompiledVersion | undefined> {
    const kept = this.peek(versionId)
    if (kept !== undefined) return kept
    const version = await this.#workflows.findVersion(account, versionId)
    if (version === undefined) return undefined
    const compiled = compileVersion(version, this.#catalogue)
    this.#kept.set(versionId, compiled)
    if (this.#kept.size > MAX_KEPT) this.#kept.delete(this.#kept.keys().next().value ?? '')
    return compiled
  }
}
