/**
 * The one-time token from the link, in memory only: it is taken out of the address bar at once, and storage would
 * let it outlive the page.
 */
let token: string | undefined

export function keepSetupToken(value: string): void {
  token = value.trim() || undefined
}

export function readSetupToken(): string | undefined {
  return token
}

export function forgetSetupToken(): void {
  token = undefined
}
