import { parseToken } from '#domain/index.ts'
import type { CredentialField } from './credential-form.ts'

/** A field for a token: visible ASCII without spaces. */
export function tokenField(title: string, help: string, example: string, name = 'token'): CredentialField {
  return { name, title, help, secret: true, example, check: checkToken }
}

export function checkToken(text: string): string | undefined {
  const token = parseToken(text)
  return token.ok ? undefined : token.problem
}
