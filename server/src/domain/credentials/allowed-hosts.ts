const LABEL = '[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?'
const HOST = new RegExp(String.raw`^(\*\.)?(${LABEL}\.)*${LABEL}$|^\[[0-9a-f:.]+\]$`, 'i')

/** The problem with an entry of `allowed_hosts`; undefined if it is valid. */
export function findAllowedHostProblem(entry: string): string | undefined {
  if (HOST.test(entry)) return undefined
  return 'must be a host name such as api.example.com or *.example.com, without scheme, port or path'
}

/** Whether a secret can be sent to a host. Null allows every host. */
export function isHostAllowed(allowed: readonly string[] | null, host: string): boolean {
  if (allowed === null) return true
  const wanted = host.toLowerCase().replace(/\.$/, '')
  return allowed.some((entry) => {
    const pattern = entry.toLowerCase()
    return pattern.startsWith('*.') ? wanted.endsWith(pattern.slice(1)) : wanted === pattern
  })
}
