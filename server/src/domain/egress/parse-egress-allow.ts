import ipaddr from 'ipaddr.js'
import { parseAddress } from './address-class.ts'
import type { EgressRule, PortRange } from './egress-policy.ts'

export type EgressAllowResult =
  | { readonly ok: true; readonly rules: readonly EgressRule[] }
  | { readonly ok: false; readonly problems: readonly string[] }

type Parsed<T> = { readonly value: T } | { readonly problem: string }

const maxPort = 65_535

/**
 * Parses `10.0.0.0/8, 192.168.1.5:5432, [fd00::/8]:8000-8100`: addresses or networks, IPv6 in brackets, each with an
 * optional port or port range. An empty text allows nothing. Reports every problem with its entry.
 */
export function parseEgressAllow(text: string): EgressAllowResult {
  const rules: EgressRule[] = []
  const problems: string[] = []
  if (text.trim() === '') return { ok: true, rules }
  for (const raw of text.split(',')) {
    const entry = raw.trim()
    const parsed = parseEntry(entry)
    if ('problem' in parsed) problems.push(`"${entry}" ${parsed.problem}`)
    else rules.push(parsed.value)
  }
  return problems.length === 0 ? { ok: true, rules } : { ok: false, problems }
}

function parseEntry(entry: string): Parsed<EgressRule> {
  if (entry === '') return { problem: 'is empty: remove the extra comma' }
  const parts = splitEntry(entry)
  if ('problem' in parts) return parts
  const network = parseNetwork(parts.value.address, parts.value.prefix)
  if ('problem' in network) return network
  if (parts.value.ports === undefined) return { value: { cidr: network.value } }
  const ports = parsePorts(parts.value.ports)
  return 'problem' in ports ? ports : { value: { cidr: network.value, ports: ports.value } }
}

interface EgressEntry {
  readonly address: string
  readonly prefix: string | undefined
  readonly ports: string | undefined
}

/** The prefix can be inside or after the brackets, because other programs use both forms. */
const bracketed = /^\[([^\]/]+)(?:\/([^\]]*))?\](?:\/([^:]*))?(?::(.*))?$/
const plain = /^([^:/]+)(?:\/([^:]*))?(?::(.*))?$/

function splitEntry(entry: string): Parsed<EgressEntry> {
  if (entry.startsWith('[')) {
    const found = bracketed.exec(entry)
    if (found === null || (found[2] !== undefined && found[3] !== undefined)) {
      return { problem: 'is invalid: write IPv6 as [fd00::/8] or [fd00::1]:443' }
    }
    return { value: { address: found[1] ?? '', prefix: found[2] ?? found[3], ports: found[4] } }
  }
  if (entry.split(':').length > 2)
    return { problem: 'must have its IPv6 address in brackets, such as [fd00::1]:443' }
  const found = plain.exec(entry)
  if (found !== null) return { value: { address: found[1] ?? '', prefix: found[2], ports: found[3] } }
  return { problem: 'is not an address or network' }
}

function parseNetwork(address: string, prefix: string | undefined): Parsed<string> {
  const parsed = parseAddress(address)
  if (parsed === null) {
    return /[a-z]/i.test(address) && !address.includes(':')
      ? {
          problem:
            'is a host name: list IP addresses instead, because a name can resolve to other addresses later',
        }
      : { problem: 'is not an IP address (write IPv4 as four decimal numbers)' }
  }
  if (parsed instanceof ipaddr.IPv6 && parsed.zoneId !== undefined) {
    return { problem: 'has a zone: rules can contain networks, but not interfaces' }
  }
  if (parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress()) {
    return { problem: `is an IPv4-mapped IPv6 address: write ${parsed.toIPv4Address().toString()}` }
  }
  const bits = parsed.kind() === 'ipv4' ? 32 : 128
  const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN
  if (!(length >= 0 && length <= bits)) return { problem: `must have a prefix length from 0 to ${bits}` }

  const cidr = `${parsed.toString()}/${length}`
  const start = (
    parsed.kind() === 'ipv4'
      ? ipaddr.IPv4.networkAddressFromCIDR(cidr)
      : ipaddr.IPv6.networkAddressFromCIDR(cidr)
  ).toString()
  // With bits after the prefix, one of the two is a mistake, and the wider interpretation would allow too much.
  if (start !== parsed.toString()) {
    return {
      problem: `has address bits beyond its prefix: write ${start}/${length}, or ${parsed.toString()} for a single address`,
    }
  }
  return { value: cidr }
}

function parsePorts(text: string): Parsed<PortRange> {
  const found = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text)
  const from = Number(found?.[1])
  const to = Number(found?.[2] ?? found?.[1])
  if (found === null || from < 1 || to > maxPort) {
    return { problem: `must have a port from 1 to ${maxPort}, or a range such as 8000-8100, after the colon` }
  }
  return from <= to ? { value: { from, to } } : { problem: 'has a port range that ends before it starts' }
}
