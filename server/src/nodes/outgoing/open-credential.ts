import { isHostAllowed } from '#domain/index.ts'
import type { CredentialReader, NodeCall, NodeFailed, RevealedCredential } from '#ports/index.ts'

/** The credential a node names, if it is of a type the node can use. Undefined when it names none. */
export async function openCredential(
  credentials: CredentialReader,
  { account, credentialId }: NodeCall,
  types: readonly string[],
): Promise<RevealedCredential | NodeFailed | undefined> {
  if (credentialId === undefined) return undefined
  const credential = await credentials.reveal(account, credentialId)
  if (credential === undefined) {
    return refuseCredential('CREDENTIAL_NOT_FOUND', 'The credential of this node does not exist any more.')
  }
  if (types.includes(credential.type)) return credential
  const usable =
    types.length === 1 ? `one of the type ${types.join()}` : `one of these types: ${types.join(', ')}`
  return refuseCredential(
    'CREDENTIAL_NOT_USABLE',
    `A credential of the type ${credential.type} cannot be used here. Choose ${usable}.`,
  )
}

/** The failure when a credential was not made for a host; undefined when it may be used there. */
export function refuseHost({ allowedHosts }: RevealedCredential, host: string): NodeFailed | undefined {
  if (isHostAllowed(allowedHosts, host)) return undefined
  return refuseCredential(
    'CREDENTIAL_NOT_USABLE',
    `The credential may not be used for ${host}: it is not among its allowed hosts.`,
  )
}

export function refuseCredential(code: string, message: string): NodeFailed {
  return { ok: false, code, message, permanent: true }
}
