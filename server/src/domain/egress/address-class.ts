import ipaddr from 'ipaddr.js'

/** What an address is for. Everything but `public` needs the operator's word before it may be reached. */
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
  /** The one spelling rules are matched against: an IPv4-mapped IPv6 address is the IPv4 address it reaches. */
  readonly address: string
  readonly class: AddressClass
}

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** The words of ipaddr.js that have a clearer name here; what is in neither list is `reserved`. */
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

/** All of IPv6 that has been given out for global use. What lies outside is unassigned or special. */
const globalUnicast: [ipaddr.IPv6, number] = ipaddr.IPv6.parseCIDR('2000::/3')

/** NAT64 (RFC 6052): on an IPv6-only machine, DNS64 answers with these for every IPv4-only host. */
const nat64: [ipaddr.IPv6, number] = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/** Lies among public addresses and is a service of the machine's own host, which gives out its secrets (Azure). */
const hostServices: ReadonlySet<string> = new Set(['168.63.129.16'])

/** The four parts of an IPv4 address in plain decimal, or IPv6: the only spellings a resolver or socket gives. */
export function parseAddress(text: string): Address | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text)
  if (text.includes(':') && ipaddr.IPv6.isValid(text)) return ipaddr.IPv6.parse(text)
  return null
}

/**
 * Says what an address is for. An address that carries an IPv4 address (mapped, NAT64) is judged by what it carries;
 * 6to4, Teredo and IPv4-compatible ones are never public, whatever they carry: no server lives there, and a machine
 * with such a tunnel would unwrap them behind our back.
 */
export function classifyAddress(text: string): ClassifiedAddress {
  const parsed = parseAddress(text)
  if (parsed === null) return { address: text, class: 'invalid' }
  if (parsed instanceof ipaddr.IPv4) return { address: parsed.toString(), class: classOfIPv4(parsed) }

  const address = parsed.toString()
  // A zone names an interface of this machine: nothing on the internet needs one.
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
