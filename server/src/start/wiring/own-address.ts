import ipaddr from 'ipaddr.js'
import { type EgressRule, parseEgressAllow } from '#domain/index.ts'

/** Allows the service to connect to itself if it listens on one address of a private network. */
export function allowOwnAddress(host: string): readonly EgressRule[] {
  if (!ipaddr.isValid(host) || ipaddr.process(host).range() === 'unspecified') return []
  const allowed = parseEgressAllow(host.includes(':') ? `[${host}]` : host)
  return allowed.ok ? allowed.rules : []
}
