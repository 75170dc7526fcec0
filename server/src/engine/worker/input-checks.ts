import type { AccountId, InputProblem, JsonObject } from '#domain/index.ts'
import type { WorkflowStore } from '#ports/index.ts'
import type { CompiledVersion } from '../compile/compile-version.ts'
import type { VersionCache } from '../compile/version-cache.ts'

interface InputChecksDeps {
  readonly workflows: Pick<WorkflowStore, 'currentVersion'>
  readonly versions: VersionCache
}

/**
 * Checks the input of a run by API before it is accepted. Most workflows take any input, and then nothing is read. If another
 * process has just added a schema, the run is accepted all the same, and its first step fails.
 */
export class InputChecks {
  readonly #deps: InputChecksDeps

  constructor(deps: InputChecksDeps) {
    this.#deps = deps
  }

  /** Nothing if the account has no such workflow: accepting it says so. A promise only if the workflow must be read. */
  find(
    account: AccountId,
    workflowId: string,
    input: JsonObject,
  ): readonly InputProblem[] | Promise<readonly InputProblem[]> {
    const latest = this.#deps.versions.peekLatest(account, workflowId)
    if (latest !== undefined && findInputProblems(latest, null, input).length === 0) return []
    // The cached version may be outdated, and is no reason to refuse anything.
    return this.#findInCurrent(account, workflowId, input)
  }

  async #findInCurrent(
    account: AccountId,
    workflowId: string,
    input: JsonObject,
  ): Promise<readonly InputProblem[]> {
    const versionId = await this.#deps.workflows.currentVersion(account, workflowId)
    const current = versionId && (await this.#deps.versions.get(account, versionId))
    if (!current) return []
    this.#deps.versions.note(account, workflowId, current.id)
    return findInputProblems(current, null, input)
  }
}

/** What is wrong with an input of a run that this trigger starts; null: a run by API or by hand. */
export function findInputProblems(
  version: CompiledVersion,
  triggerNodeId: string | null,
  input: JsonObject,
): readonly InputProblem[] {
  // The run is refused anyway, with the problems of the version.
  if (version.problems.length > 0) return []
  const { trigger } = version.rootsOf(triggerNodeId)
  const compiled = trigger === undefined ? undefined : version.nodes.get(trigger)
  if (compiled === undefined || compiled.node.disabled || compiled.pinned !== undefined) return []
  return compiled.kind.checkInput?.(compiled.node.data, input) ?? []
}
