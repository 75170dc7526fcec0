import type { ParsedCredential } from '#domain/index.ts'
import type { CredentialReader, NodeCall, NodeFailed } from '#ports/index.ts'
import { openCredential, refuseCredential, refuseHost } from './open-credential.ts'

/** Credentials that are a connection URL. */
interface ConnectionForm<T> {
  readonly type: string
  readonly parse: (url: string) => ParsedCredential<T>
}

export interface Connection<T> {
  readonly url: string
  readonly target: T
}

/** The connection a node must have; a host its credential was not made for is refused before anything is sent. */
export async function openConnection<T extends { readonly host: string }>(
  credentials: CredentialReader,
  call: NodeCall,
  { type, parse }: ConnectionForm<T>,
): Promise<Connection<T> | NodeFailed> {
  const credential = await openCredential(credentials, call, [type])
  if (credential === undefined) {
    const message = `This node needs a credential of the type ${type}: set its \`credential_id\`.`
    return refuseCredential('CREDENTIAL_MISSING', message)
  }
  if ('ok' in credential) return credential
  const parsed = parse(credential.value)
  if (!parsed.ok) {
    return refuseCredential('CREDENTIAL_NOT_USABLE', `The value of the credential ${parsed.problem}.`)
  }
  const { host } = parsed.value
  const refusal = refuseHost(credential, host.includes(':') ? `[${host}]` : host)
  return refusal ?? { url: credential.value, target: parsed.value }
}
