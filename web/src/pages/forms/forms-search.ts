/** The address of the page holds the search, so that a link shows the same list. */
export interface FormsSearch {
  q?: string
}

export function readFormsSearch({ q }: Record<string, unknown>): FormsSearch {
  return typeof q === 'string' && q.trim() !== '' ? { q } : {}
}
