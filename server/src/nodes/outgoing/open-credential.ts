import { isHostAllowed } from '#domain/index.ts'
import type { CredentialReader, NodeCall, NodeFailed, RevealedCredential } from '#ports/index.ts'

/** Opens the credential of a node, if the node can use its type. Undefined when the node has no credential. */
export async function openCredential(
  credentials: CredentialReader,
  { account, credentialId }: NodeCall,
  types: readonly string[],
): Promise<RevealedCredential | NodeFailed | undefined> {
  if (credentialId === undefined) return undefined
  const credential = await credentials.reveal(account, credentialId)
  if (credential === undefined) {
    return refuseCredential(
      'CREDENTIAL_NOT_FOUND',
      'The account has no credential with the id of this node. Set `credential_id` to the id of an existing credential.',
    )
  }
  if (types.includes(credential.type)) return credential
  const usable =
    types.length === 1
      ? `a credential of type ${types.join()}`
      : `a credential of one of these types: ${types.join(', ')}`
  return refuseCredential(
    'CREDENTIAL_NOT_USABLE',
    `This node cannot use a credential of type ${credential.type}. Choose ${usable}.`,
  )
}

/** The failure for a host that the credential does not allow; undefined when it allows the host. */
export function refuseHost({ allowedHosts }: RevealedCredential, host: string): NodeFailed | undefined {
  if (isHostAllowed(allowedHosts, host)) return undefined
  return refuseCredential(
    'CREDENTIAL_NOT_USABLE',
    `The credential must not be sent to ${host}. Add the host to the \`allowed_hosts\` of the credential.`,
  )
}

export function refuseCredential(code: string, message: string): NodeFailed {
  return { ok: false, code, message, permanent: true }
}
