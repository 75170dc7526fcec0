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
