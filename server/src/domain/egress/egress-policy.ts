import ipaddr from 'ipaddr.js'
import { type AddressClass, classifyAddress, parseAddress } from './address-class.ts'

export interface PortRange {
  readonly from: number
  readonly to: number
}

/** An exception the operator made: these addresses, on these ports or on all. */
export interface EgressRule {
  readonly cidr: string
  readonly ports?: PortRange
}

export interface EgressPolicy {
  /** True only while the service itself listens on loopback alone, so that nobody outside can ask. */
  readonly allowLoopback: boolean
  readonly allow: readonly EgressRule[]
}

export type EgressDecision =
  | { readonly allowed: true; readonly address: string }
  | { readonly allowed: false; readonly address: string; readonly class: AddressClass }

/** Public addresses are allowed; everything else only by the policy. */
export function decideEgress(policy: EgressPolicy, address: string, port: number): EgressDecision {
  const classified = classifyAddress(address)
  if (
    classified.class === 'public' ||
    (classified.class === 'loopback' && policy.allowLoopback) ||
    policy.allow.some((rule) => covers(rule, classified.address, port))
  ) {
    return { allowed: true, address: classified.address }
  }
  return { allowed: false, address: classified.address, class: classified.class }
}

function covers(rule: EgressRule, address: string, port: number): boolean {
  if (rule.ports !== undefined && (port < rule.ports.from || port > rule.ports.to)) return false
  const parsed = parseAddress(address)
  if (parsed === null) return false
  // Rules name networks, not interfaces: a zoned address would match on whatever link it names.
  if (parsed instanceof ipaddr.IPv6 && parsed.zoneId !== undefined) return false
  const network = ipaddr.parseCIDR(rule.cidr)
  return network[0].kind() === parsed.kind() && parsed.match(network)
}

/** What was refused, why, and how an operator allows it. */
export function explainRefusal(
  target: string,
  port: number,
  refused: { readonly address: string; readonly class: AddressClass },
): string {
  if (refused.class === 'invalid')
    return `Refused to reach ${target}: "${refused.address}" is not an IP address.`
  const reached = target === refused.address ? target : `${target} at ${refused.address}`
  const article = /^[aeiou]/.test(refused.class) ? 'an' : 'a'
  const what = `Refused to reach ${reached}, port ${port}: it is ${article} ${refused.class} address and only public ones may be reached.`
  if (refused.class === 'scoped') return what
  return `${what} An operator can allow it with MILLRACE_EGRESS_ALLOW=${spellRule(refused.address, port)}`
}

function spellRule(address: string, port: number): string {
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`
}
