import ipaddr from 'ipaddr.js'
import { parseAddress } from '../egress/address-class.ts'

/** A customer of an IPv6 network gets at least this many leading bits, and all addresses that begin with them. */
const IPV6_PREFIX = 64

/**
 * What requests from an address are counted under: an IPv4 address by itself, an IPv6 address by its network, because
 * everybody has as many of these addresses as they like. Anything else stays as it is.
 */
export function clientNetwork(address: string): string {
  const parsed = parseAddress(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed?.toString() ?? address
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString()
  const network = new ipaddr.IPv6(
    parsed.toByteArray().map((byte, index) => (index < IPV6_PREFIX / 8 ? byte : 0)),
  )
  return `${network.toString()}/${IPV6_PREFIX}`
}
