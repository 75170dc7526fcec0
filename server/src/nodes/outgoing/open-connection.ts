import type { ParsedCredential } from '#domain/index.ts'
import type { CredentialReader, NodeCall, NodeFailed, NodeResult, RevealedCredential } from '#ports/index.ts'
import { judgeSecret } from './judge-secret.ts'
import { openCredential, refuseCredential, refuseHost } from './open-credential.ts'

/** A credential type whose value is a connection URL. */
interface ConnectionForm<T> {
  readonly type: string
  readonly parse: (url: string) => ParsedCredential<T>
}

export interface Connection<T> {
  readonly url: string
  readonly target: T
  readonly credential: RevealedCredential
}

/** Opens the connection that a node requires. Refuses hosts that the credential does not allow before anything is sent. */
export async function openConnection<T extends { readonly host: string }>(
  credentials: CredentialReader,
  call: NodeCall,
  { type, parse }: ConnectionForm<T>,
): Promise<Connection<T> | NodeFailed> {
  const credential = await openCredential(credentials, call, [type])
  if (credential === undefined) {
    const message = `This node needs a credential of type ${type}. Set \`credential_id\` of the node.`
    return refuseCredential('CREDENTIAL_MISSING', message)
  }
  if ('ok' in credential) return credential
  const parsed = parse(credential.value)
  if (!parsed.ok) {
    return refuseCredential(
      'CREDENTIAL_NOT_USABLE',
      `The value of the credential ${parsed.problem}. Replace the value of the credential.`,
    )
  }
  const { host } = parsed.value
  const refusal = refuseHost(credential, host.includes(':') ? `[${host}]` : host)
  return refusal ?? { url: credential.value, target: parsed.value, credential }
}

/** Uses a connection, and reports what the result says about its credential. */
export async function useConnection<T>(
  credentials: CredentialReader,
  { credential }: Connection<T>,
  use: () => Promise<NodeResult>,
): Promise<NodeResult> {
  const result = await use()
  const verdict = judgeSecret(result)
  if (verdict !== undefined) await credentials.report(credential, verdict)
  return result
}
