import { lookup } from 'node:dns/promises'

/** Returns all addresses of a name in order of preference. Injectable, so that tests can control DNS. */
export type ResolveHost = (host: string) => Promise<readonly string[]>

/** Uses the system resolver (hosts file, then DNS), like other programs on the machine. */
export const resolveHost: ResolveHost = async (host) => {
  const records = await lookup(host, { all: true, order: 'verbatim' })
  return records.map((record) => record.address)
}
