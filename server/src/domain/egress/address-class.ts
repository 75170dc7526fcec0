import ipaddr from 'ipaddr.js'

/** The kind of an address. All kinds except `public` can be reached only with the operator's permission. */
export type AddressClass =
  | 'public'
  | 'loopback'
  | 'private'
  | 'link-local'
  | 'shared (carrier-grade NAT)'
  | 'multicast'
  | 'broadcast'
  | 'unspecified'
  | 'reserved'
  | 'unique-local'
  | 'site-local'
  | 'tunnel'
  | 'scoped'
  | 'invalid'

export interface ClassifiedAddress {
  /** The canonical form that rules are matched against. An IPv4-mapped IPv6 address becomes its IPv4 address. */
  readonly address: string
  readonly class: AddressClass
}

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** The range names of ipaddr.js. A range that is not listed is `reserved`. */
const classOfRange: Readonly<Record<string, AddressClass>> = {
  unicast: 'public',
  loopback: 'loopback',
  private: 'private',
  linkLocal: 'link-local',
  carrierGradeNat: 'shared (carrier-grade NAT)',
  multicast: 'multicast',
  broadcast: 'broadcast',
  unspecified: 'unspecified',
  uniqueLocal: 'unique-local',
  deprecatedSiteLocal: 'site-local',
  '6to4': 'tunnel',
  teredo: 'tunnel',
}

/** The part of IPv6 that is assigned for global unicast. Everything outside is unassigned or special. */
const globalUnicast: [ipaddr.IPv6, number] = ipaddr.IPv6.parseCIDR('2000::/3')

/** NAT64 (RFC 6052): on an IPv6-only machine, DNS64 returns these addresses for every IPv4-only host. */
const nat64: [ipaddr.IPv6, number] = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/** A public address that is a service of the machine's own host and exposes its secrets (Azure). */
const hostServices: ReadonlySet<string> = new Set(['168.63.129.16'])

/** Parses dotted-decimal IPv4 or IPv6, the only forms that resolvers and sockets return. */
export function parseAddress(text: string): Address | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text)
  if (text.includes(':') && ipaddr.IPv6.isValid(text)) return ipaddr.IPv6.parse(text)
  return null
}

/**
 * Classifies an address. An address that embeds an IPv4 address (mapped, NAT64) is classified by the embedded address. 6to4,
 * Teredo and IPv4-compatible addresses are never public: no servers use them, and a machine with such a tunnel would reach
 * the embedded address without a check.
 */
export function classifyAddress(text: string): ClassifiedAddress {
  const parsed = parseAddress(text)
  if (parsed === null) return { address: text, class: 'invalid' }
  if (parsed instanceof ipaddr.IPv4) return { address: parsed.toString(), class: classOfIPv4(parsed) }

  const address = parsed.toString()
  // A zone is an interface of this machine. Internet addresses do not need one.
  if (parsed.zoneId !== undefined) return { address, class: 'scoped' }
  if (parsed.isIPv4MappedAddress()) {
    const inner = parsed.toIPv4Address()
    return { address: inner.toString(), class: classOfIPv4(inner) }
  }
  if (parsed.match(nat64)) {
    return { address, class: classOfIPv4(embeddedIPv4(parsed)) === 'public' ? 'public' : 'tunnel' }
  }
  return { address, class: classOfIPv6(parsed) }
}

function classOfIPv4(address: ipaddr.IPv4): AddressClass {
  if (hostServices.has(address.toString())) return 'reserved'
  return classOfRange[address.range()] ?? 'reserved'
}

function classOfIPv6(address: ipaddr.IPv6): AddressClass {
  const found = classOfRange[address.range()] ?? 'reserved'
  return found === 'public' && !address.match(globalUnicast) ? 'reserved' : found
}

function embeddedIPv4(address: ipaddr.IPv6): ipaddr.IPv4 {
  return new ipaddr.IPv4(address.toByteArray().slice(12))
}
