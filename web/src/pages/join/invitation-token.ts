/**
 * The one-time token of an invitation, in memory only: the app removes it from the address bar immediately, and browser
 * storage would keep it longer than the page.
 */
let token: string | undefined

export function storeInvitationToken(value: string): void {
  token = value.trim() || undefined
}

export function readInvitationToken(): string | undefined {
  return token
}

export function clearInvitationToken(): void {
  token = undefined
}
