import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startService, type TestService } from '#test/support/test-service.ts'
import { Client } from '../support/client.ts'
import { PageClient } from '../support/page-client.ts'

const GOOD = { email: 'a@example.com' }

async function withForm(
  environment: Record<string, string>,
  work: (send: (from?: string) => Promise<number>, id: string, service: TestService) => Promise<void>,
): Promise<void> {
  const service = await startService({ environment })
  try {
    const { id } = await new Client(service, service.key).createForm()
    const pages = new PageClient(service)
    const send = async (from?: string) =>
      (await pages.send(`/f/${id}`, GOOD, from === undefined ? {} : { 'x-forwarded-for': from })).status
    await work(send, id, service)
  } finally {
    await service.destroy()
  }
}

describe('Settings of form pages', () => {
  it('MILLRACE_FORM_LIMIT limits the submissions of one IP address', async () => {
    await withForm({ MILLRACE_FORM_LIMIT: '1' }, async (send) => {
      assert.deepEqual([await send(), await send()], [303, 429])
    })
  })

  it('MILLRACE_FORM_LIMIT=0 disables the limit', async () => {
    await withForm({ MILLRACE_FORM_LIMIT: '0' }, async (send) => {
      for (let count = 0; count < 30; count += 1) assert.equal(await send(), 303)
    })
  })

  it('X-Forwarded-For is accepted only from a trusted proxy', async () => {
    const limit = { MILLRACE_FORM_LIMIT: '1' }
    await withForm({ ...limit, MILLRACE_TRUSTED_PROXIES: '127.0.0.1' }, async (send) => {
      const responses = [await send('192.0.2.1'), await send('192.0.2.2'), await send('192.0.2.1')]
      assert.deepEqual(responses, [303, 303, 429])
    })
    await withForm(limit, async (send) => {
      assert.deepEqual([await send('192.0.2.1'), await send('192.0.2.2')], [303, 429])
    })
  })

  it('MILLRACE_PUBLIC_URL may have a path, and links and redirects keep it', async () => {
    await withForm({ MILLRACE_PUBLIC_URL: 'https://forms.example/base/' }, async (_send, id, service) => {
      const pages = new PageClient(service)
      const { body } = await pages.get(`/f/${id}`)
      assert.match(body, new RegExp(`action="/base/f/${id}\\?version=1"`))
      const { headers } = await pages.send(`/f/${id}`, GOOD)
      assert.equal(headers.get('location'), `/base/f/${id}/thanks`)
      assert.match((await pages.get(`/f/${id}/thanks`)).body, new RegExp(`href="/base/f/${id}"`))
    })
  })
})
