/** The parsed value of a credential. `problem` completes a sentence such as "The value …" and never contains the secret. */
export type ParsedCredential<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: string }

export function parsed<T>(value: T): ParsedCredential<T> {
  return { ok: true, value }
}

export function unreadable(problem: string): { readonly ok: false; readonly problem: string } {
  return { ok: false, problem }
}
