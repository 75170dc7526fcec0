import assert from 'node:assert/strict'
import type { BrowserContext } from 'playwright-core'
import type { Product } from './product.ts'

export const OWNER = { name: 'Owner', email: 'owner@example.com', password: 'a password of some length' }

/** Creates the owner with the setup link and returns the session cookie. */
export async function setUpOwner(product: Pick<Product, 'url' | 'setupLink'>): Promise<string> {
  const response = await fetch(`${product.url}/app/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...OWNER, token: new URL(product.setupLink).searchParams.get('token') }),
  })
  return cookieOf(response)
}

/** Signs in and returns the session cookie. */
export async function signIn(
  product: Product,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<string> {
  const response = await fetch(`${product.url}/app/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: product.url },
    body: JSON.stringify({ email, password }),
  })
  return cookieOf(response)
}

/** Ends the session on the server, as its expiry would. */
export async function endSession(product: Product, cookie: string): Promise<void> {
  const response = await fetch(`${product.url}/app/session`, {
    method: 'DELETE',
    headers: { origin: product.url, cookie: `millrace=${cookie}` },
  })
  assert.ok(response.ok)
}

function cookieOf(response: Response): string {
  const cookie = /millrace=([^;]+)/.exec(response.headers.get('set-cookie') ?? '')?.[1] ?? ''
  assert.notEqual(cookie, '')
  return cookie
}

export async function useSession(
  context: BrowserContext,
  product: Pick<Product, 'url'>,
  cookie: string,
): Promise<void> {
  await context.addCookies([{ name: 'millrace', value: cookie, url: product.url }])
}
