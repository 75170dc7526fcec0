/**
 * The one-time token of the setup link, in memory only: the app removes it from the address bar immediately, and
 * browser storage would keep it longer than the page.
 */
let token: string | undefined

export function storeSetupToken(value: string): void {
  token = value.trim() || undefined
}

export function readSetupToken(): string | undefined {
  return token
}

export function clearSetupToken(): void {
  token = undefined
}
