import { clientCredentialsGrant, parseOAuth2Client } from '#domain/index.ts'
import { explainOutgoingFailure } from '#nodes/outgoing/explain-outgoing-failure.ts'
import { refuseCredential, refuseHost } from '#nodes/outgoing/open-credential.ts'
import type { AccessTokens, NodeCall, NodeFailed, RevealedCredential, TokenGrant } from '#ports/index.ts'
import type { Access } from './grant-access.ts'

/** Obtains an access token for a credential of type oauth2_client, and a new one when the service rejects it. */
export async function grantTokenAccess(
  tokens: AccessTokens,
  credential: RevealedCredential,
  { account, signal }: Pick<NodeCall, 'account' | 'signal'>,
): Promise<Access | NodeFailed> {
  const client = parseOAuth2Client(credential.value)
  if (!client.ok) {
    return refuseCredential(
      'CREDENTIAL_NOT_USABLE',
      `The value of the credential ${client.problem}. Replace the value of the credential.`,
    )
  }
  const refusal = refuseHost(credential, new URL(client.value.tokenUrl).hostname)
  if (refusal !== undefined) return refusal
  const grant: TokenGrant = { ...clientCredentialsGrant(client.value), account }
  return obtain()

  async function obtain(rejected?: string): Promise<Access | NodeFailed> {
    const result = await tokens.obtain(grant, { signal, ...(rejected === undefined ? {} : { rejected }) })
    if (!result.ok) {
      return result.reason === 'turned_down'
        ? refuseCredential('AUTHENTICATION_FAILED', result.message)
        : explainOutgoingFailure(result.reason, result.message)
    }
    const { token } = result
    return {
      secrets: [...grant.secrets, token, ...(rejected === undefined ? [] : [rejected])],
      secretHeaders: ['authorization'],
      apply: (plan) =>
        refuseHost(credential, plan.url.hostname) ?? {
          ...plan,
          headers: { ...plan.headers, authorization: `Bearer ${token}` },
        },
      renew: () => obtain(token),
    }
  }
}
