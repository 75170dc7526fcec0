import { parseToken } from '#domain/index.ts'
import type { CredentialField } from './credential-form.ts'

/** A token as services hand them out: visible ASCII, no spaces. */
export function tokenField(title: string, help: string, example: string, name = 'token'): CredentialField {
  return { name, title, help, secret: true, example, check: checkToken }
}

export function checkToken(text: string): string | undefined {
  const token = parseToken(text)
  return token.ok ? undefined : token.problem
}
