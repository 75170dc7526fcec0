import type { AccountId, Definition, GraphProblem } from '#domain/index.ts'
import type { Engine } from '#engine/index.ts'
import type { Store } from '#ports/index.ts'
import { AccountReferences } from './account-references.ts'
import { findUnknownVariables } from './unknown-variables.ts'

interface WorkflowCheckerDeps {
  readonly store: Pick<Store, 'credentials' | 'forms' | 'workflows' | 'integrations' | 'variables'>
}

/** Finds everything about a definition that can be known without running it. */
export class WorkflowChecker {
  readonly #deps: WorkflowCheckerDeps
  readonly #engine: Pick<Engine, 'check'>

  constructor(deps: WorkflowCheckerDeps, engine: Pick<Engine, 'check'>) {
    this.#deps = deps
    this.#engine = engine
  }

  /** Errors come first; otherwise the order is that of the definition. */
  async check(account: AccountId, definition: Definition): Promise<readonly GraphProblem[]> {
    const { nodes, problems, vars } = await this.#engine.check(account, definition)
    const references = new AccountReferences(this.#deps.store, account)
    const found = [...problems]
    for (const checked of nodes) found.push(...(await references.check(checked)))
    found.push(...(await findUnknownVariables(this.#deps.store, account, vars)))
    const isWarning = ({ severity }: GraphProblem) => severity === 'warning'
    return [...found.filter((problem) => !isWarning(problem)), ...found.filter(isWarning)]
  }

  /** `problems`: how many errors a saved definition has; absent if it has none. */
  async describe(account: AccountId, definition: Definition): Promise<{ readonly problems?: number }> {
    const problems = await this.check(account, definition)
    const count = problems.filter(({ severity }) => severity !== 'warning').length
    return count === 0 ? {} : { problems: count }
  }
}
