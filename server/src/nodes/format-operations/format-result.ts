import type { JsonValue } from '#domain/index.ts'

/** What an operation on a format returns. Failures are data, because they cross threads. */
export type FormatResult<Value = JsonValue> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly code: string; readonly message: string }

export function formatFailure(code: string, message: string) {
  return { ok: false, code, message } as const
}

/** The first line of what a library says about a text, without a full stop at its end. */
export function reasonOf(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  return line.replace(/\.$/, '').slice(0, 300)
}
