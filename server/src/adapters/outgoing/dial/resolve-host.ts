import { lookup } from 'node:dns/promises'

/** All addresses of a name, in the order of preference. Given by constructor so that a test can lie. */
export type ResolveHost = (host: string) => Promise<readonly string[]>

/** Asks the system (hosts file, then DNS), as every other program on the machine does. */
export const resolveHost: ResolveHost = async (host) => {
  const records = await lookup(host, { all: true, order: 'verbatim' })
  return records.map((record) => record.address)
}
