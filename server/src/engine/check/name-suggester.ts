import { findSimilar } from '@millrace/expressions'

/** How many names one check compares. Definitions with more mistakes than that get fewer suggestions. */
const MAX_COMPARISONS = 20_000

/** Suggests the name that was probably meant, within a budget: a definition can be large, and wrong everywhere. */
export class NameSuggester {
  #left = MAX_COMPARISONS

  find(name: string, candidates: readonly string[]): string | undefined {
    this.#left -= candidates.length
    return this.#left < 0 ? undefined : findSimilar(name, candidates)
  }
}
