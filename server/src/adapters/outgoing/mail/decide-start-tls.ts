import { classifyAddress, type SmtpTarget, type StartTls } from '#domain/index.ts'

/**
 * Whether a connection that starts in clear must become a secure one. A password goes over the network only encrypted,
 * unless the URL says otherwise: `offered` alone would let anybody on the way take the offer out. On loopback there is
 * nobody on the way.
 */
export function decideStartTls(target: SmtpTarget, reachedAddress: string): StartTls {
  if (target.startTls !== null) return target.startTls
  const onLoopback = classifyAddress(reachedAddress).class === 'loopback'
  return target.login === null || onLoopback ? 'offered' : 'required'
}
