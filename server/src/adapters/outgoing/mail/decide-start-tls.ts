import { classifyAddress, type SmtpTarget, type StartTls } from '#domain/index.ts'

/**
 * Decides whether an unencrypted connection must upgrade to TLS. A password is sent over the network only encrypted, unless
 * the URL says otherwise: with `offered`, an attacker in the middle could remove the offer. Loopback has no one in the
 * middle.
 */
export function decideStartTls(target: SmtpTarget, reachedAddress: string): StartTls {
  if (target.startTls !== null) return target.startTls
  const onLoopback = classifyAddress(reachedAddress).class === 'loopback'
  return target.login === null || onLoopback ? 'offered' : 'required'
}
