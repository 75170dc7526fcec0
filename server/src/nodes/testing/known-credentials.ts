import type { CredentialReader, RevealedCredential } from '#ports/index.ts'

/** A reader that returns these credentials for every account. */
export function knownCredentials(
  credentials: Readonly<Record<string, Partial<RevealedCredential>>> = {},
): CredentialReader {
  return {
    reveal: async (_account, id) => {
      const known = credentials[id]
      return known && { type: 'api_key', value: '', allowedHosts: null, ...known }
    },
    report: async () => undefined,
  }
}
