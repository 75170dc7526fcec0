import { findKnownCredentialType } from '#domain/credentials/known-types.ts'
import type { ConnectionTestResult, CredentialForm } from './integration-entry.ts'

/** The form of a known credential type, with this integration's own words on where to get one. */
export function credentialForm(type: string, help: string): CredentialForm {
  const known = findKnownCredentialType(type)
  if (known === undefined) throw new Error(`There is no credential type ${type}.`)
  return { type, title: known.title, help, form: known.form, example: known.example }
}

export function missingCredential(type: string): ConnectionTestResult {
  return { ok: false, message: `No credential is connected. Create one of type ${type} first.` }
}
