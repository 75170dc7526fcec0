/** The address of the page holds the search and the submission that is shown. */
export interface SubmissionsSearch {
  q?: string
  submission?: string
}

export function readSubmissionsSearch({ q, submission }: Record<string, unknown>): SubmissionsSearch {
  return {
    ...(typeof q === 'string' && q.trim() !== '' ? { q } : {}),
    ...(typeof submission === 'string' ? { submission } : {}),
  }
}
