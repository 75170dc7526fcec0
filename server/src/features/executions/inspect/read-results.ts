import { type AccountId, isResult, rawOf, type StepRecord } from '#domain/index.ts'
import type { ExecutionQueries } from '#ports/index.ts'

const PAGES_PER_READ = 20
/** Characters of outputs that one request reads. */
const MAX_READ = 32 * 1024 * 1024

/** How much of the journals of several runs one request may still read. */
export class ReadBudget {
  #left = MAX_READ

  get isSpent(): boolean {
    return this.#left <= 0
  }

  spend(size: number): void {
    this.#left -= size
  }
}

/** Calls back with every result of a run, in the order of the journal. Outputs are raw. */
export async function readResults(
  executions: Pick<ExecutionQueries, 'outline'>,
  { account, id }: { readonly account: AccountId; readonly id: string },
  budget: ReadBudget,
  onResult: (record: StepRecord) => void,
): Promise<void> {
  for (let readUpTo = -1; ;) {
    const pages = await executions.outline(account, id, readUpTo, PAGES_PER_READ)
    for (const { sequence, steps } of pages) {
      readUpTo = sequence
      for (const entry of steps) {
        if (!isResult(entry)) continue
        budget.spend(rawOf(entry.output)?.text.length ?? 0)
        onResult(entry)
      }
    }
    if (pages.length < PAGES_PER_READ) return
  }
}
