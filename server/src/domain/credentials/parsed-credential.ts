/** A credential's one string, read. `problem` goes on after the word "value" and never repeats any of the secret. */
export type ParsedCredential<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: string }

export function parsed<T>(value: T): ParsedCredential<T> {
  return { ok: true, value }
}

export function unreadable(problem: string): { readonly ok: false; readonly problem: string } {
  return { ok: false, problem }
}
