/** Uses the patterns of fields, which share one budget. The expressions provide it. */
export interface FieldPatterns {
  /** Why a pattern cannot be used. */
  findProblem(pattern: string): string | undefined
  /** Whether a pattern matches a text as a whole, or why that cannot be found out. */
  compare(pattern: string, text: string): 'match' | 'mismatch' | { readonly problem: string }
}
