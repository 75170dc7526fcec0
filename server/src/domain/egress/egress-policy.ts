import ipaddr from 'ipaddr.js'
import { type AddressClass, classifyAddress, parseAddress } from './address-class.ts'

export interface PortRange {
  readonly from: number
  readonly to: number
}

/** An exception defined by the operator: addresses, on certain ports or on all ports. */
export interface EgressRule {
  readonly cidr: string
  readonly ports?: PortRange
}

export interface EgressPolicy {
  /** True only if the service itself listens only on loopback, so that no one outside can use it to reach loopback. */
  readonly allowLoopback: boolean
  readonly allow: readonly EgressRule[]
}

export type EgressDecision =
  | { readonly allowed: true; readonly address: string }
  | { readonly allowed: false; readonly address: string; readonly class: AddressClass }

/** Public addresses are allowed. All others need a rule of the policy. */
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
  // Rules contain networks, not interfaces: a zoned address would match on any link.
  if (parsed instanceof ipaddr.IPv6 && parsed.zoneId !== undefined) return false
  const network = ipaddr.parseCIDR(rule.cidr)
  return network[0].kind() === parsed.kind() && parsed.match(network)
}

/**
 * Explains what was refused and why, and how an operator can allow it. The address that a name leads to is left out: whoever
 * builds workflows could explore our network by asking for names. The operator finds it in the log.
 */
export function explainRefusal(
  target: string,
  port: number,
  refused: { readonly address: string; readonly class: AddressClass },
): string {
  if (parseAddress(target) === null) {
    return `Refused to connect to ${target}, port ${port}: the name leads to an address that is not public, and only public addresses are allowed. An operator finds the address in the log and can allow it with MILLRACE_EGRESS_ALLOW.`
  }
  if (refused.class === 'invalid')
    return `Refused to connect to ${target}: "${refused.address}" is not an IP address.`
  const destination = target === refused.address ? target : `${target} (${refused.address})`
  const article = /^[aeiou]/.test(refused.class) ? 'an' : 'a'
  const what = `Refused to connect to ${destination}, port ${port}: it is ${article} ${refused.class} address, and only public addresses are allowed.`
  if (refused.class === 'scoped') return what
  return `${what} An operator can allow it with MILLRACE_EGRESS_ALLOW=${formatRule(refused.address, port)}`
}

function formatRule(address: string, port: number): string {
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`
}
