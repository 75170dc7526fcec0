import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser, openPage, type WatchedPage } from './support/browser.ts'
import { EVERY_FIELD } from './support/every-field.ts'
import { FormClient } from './support/form-client.ts'
import { type Product, startProduct } from './support/product.ts'

const APPEARANCE = { width: 1440, scheme: 'light' } as const

const HOSTILE = [
  '<script>alert(1)</script>',
  '</textarea><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '{{ input }} {{constructor.constructor("return process")()}} ${7*7}',
  '&lt;b&gt; &amp; &#39;',
  'alert \u0007 escape \u001b delete \u007f next \u0085 separator \u2028',
  '\u202eright to left \u{1F680}',
]

describe('forms without JavaScript', () => {
  let product: Product
  let browser: Browser
  let client: FormClient
  let watched: WatchedPage

  before(async () => {
    product = await startProduct()
    browser = await launchBrowser()
    client = new FormClient(product)
    watched = await openPage(browser, product.url, APPEARANCE, { javaScript: false })
    watched.page.on('dialog', (dialog) => assert.fail(`a script ran: ${dialog.message()}`))
  })
  after(async () => {
    await browser?.close()
    await product?.stop()
  })

  it('a form without JavaScript submits a field of every type', async () => {
    const form = await client.create(EVERY_FIELD)
    const { page } = watched
    await page.goto(form.path)
    await fillEverything(page)
    await page.getByRole('button', { name: 'Register' }).click()
    await page.waitForURL(`**${form.path}/thanks`)
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.deepEqual(await client.submissions(form), [
      {
        name: 'Ada',
        email: 'ada@example.com',
        phone: '+49 30 123456',
        site: 'https://example.com/',
        code: 'ABC',
        secret: 'a long password',
        about: '\nFirst line\n  second & "last"',
        people: 2,
        day: '2026-05-04',
        hour: '09:15',
        call: '2026-05-03T17:30',
        track: 'a',
        topics: ['Water', 'Grain'],
        meal: 'Vegan',
        extras: ['Parking', 'Interpreter'],
        mood: 4,
        likely: 10,
        shade: '#123456',
        news: true,
        terms: true,
        source: 'e2e',
      },
    ])
    assert.deepEqual(watched.takeProblems(), [])
  })

  it('the browser does not submit a form while a required field is empty', async () => {
    const form = await client.create(EVERY_FIELD)
    const { page } = watched
    await page.goto(form.path)
    await page.getByRole('button', { name: 'Register' }).click()
    assert.equal(new URL(page.url()).pathname, form.path)
    assert.equal(await focusedName(page), 'name')
    assert.deepEqual(await client.submissions(form), [])
  })

  it('a rejected form focuses the error summary, keeps its values, and can be corrected with the keyboard alone', async () => {
    // The browser cannot validate these fields, so the server rejects the form.
    const fields = [
      { name: 'word', type: 'text', label: 'Password of the day', pattern: '(?i)open' },
      { name: 'extras', type: 'checkbox', label: 'Extras', required: true, options: ['Tea', 'Cake'] },
      { name: 'about', type: 'textarea', label: 'About you' },
    ]
    const form = await client.create({ name: 'Door', fields })
    const { page } = watched
    await page.goto(form.path)
    await page.getByLabel('Password of the day').fill('close')
    await page.getByLabel('About you').fill('\n\nunchanged')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const summary = page.getByRole('alert')
    await summary.waitFor()
    // The browser gives it the focus with the first paint of the page.
    await summary.and(page.locator(':focus')).waitFor()
    assert.equal(await page.title(), 'Not sent: Door')
    assert.equal(await page.getByLabel('About you').inputValue(), '\n\nunchanged')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    assert.equal(await focusedName(page), 'word')
    assert.equal(
      await page.getByLabel('Password of the day').evaluate((input) => {
        const ids = input.getAttribute('aria-describedby') ?? ''
        return document.querySelector(`#${ids}`)?.textContent
      }),
      'This does not have the expected format.',
    )
    await page.keyboard.press('Control+A')
    await page.keyboard.type('OPEN')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${form.path}/thanks`)
    const data = { word: 'OPEN', extras: ['Tea'], about: '\n\nunchanged' }
    assert.deepEqual(await client.submissions(form), [data])
    assert.deepEqual(
      watched.takeProblems().filter((problem) => !problem.includes('422')),
      [],
    )
  })
})

describe('forms and other sites', () => {
  let product: Product
  let browser: Browser
  let client: FormClient
  let watched: WatchedPage
  let site: Server
  let origin: string
  let embeddedUrl = ''

  before(async () => {
    product = await startProduct()
    browser = await launchBrowser()
    client = new FormClient(product)
    site = createServer((request, response) => {
      response.setHeader('content-type', 'text/html')
      if (request.url === '/moved') response.writeHead(302, { location: otherSite() }).end()
      else if (request.url === '/welcome') response.end('<title>Welcome</title>')
      else
        response.end(
          `<title>Embedding page</title><iframe src="${embeddedUrl}" width="600" height="400"></iframe>`,
        )
    }).listen(0, '127.0.0.1')
    await once(site, 'listening')
    origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
    watched = await openPage(browser, product.url, APPEARANCE)
    watched.page.on('dialog', (dialog) => assert.fail(`a script ran: ${dialog.message()}`))
  })
  after(async () => {
    await browser?.close()
    site?.close()
    await product?.stop()
  })

  /** The same server under another host name is another site to the browser. */
  function otherSite(): string {
    return `${origin.replace('127.0.0.1', 'localhost')}/welcome`
  }

  it('hostile input is stored unchanged and runs no script, even with JavaScript enabled', async () => {
    const fields = HOSTILE.flatMap((_, index) => [
      { name: `line${index}`, type: 'text' },
      { name: `area${index}`, type: 'textarea' },
    ])
    const boxes = { name: 'boxes', type: 'checkbox', required: true, options: HOSTILE }
    const form = await client.create({ name: HOSTILE[0], fields: [...fields, boxes] })
    const { page } = watched
    await page.goto(form.path)
    for (const [index, text] of HOSTILE.entries()) {
      await page.locator(`[name=line${index}]`).fill(text)
      await page.locator(`[name=area${index}]`).fill(text)
    }
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('alert').waitFor()
    for (const [index, text] of HOSTILE.entries()) {
      assert.equal(await page.locator(`[name=line${index}]`).inputValue(), text)
      assert.equal(await page.locator(`[name=area${index}]`).inputValue(), text)
    }
    for (const box of await page.getByRole('checkbox').all()) await box.check()
    await page.getByRole('button', { name: 'Send' }).click()
    await page.waitForURL(`**${form.path}/thanks`)
    const values = HOSTILE.flatMap((text, index) => [
      [`line${index}`, text],
      [`area${index}`, text],
    ])
    assert.deepEqual(await client.submissions(form), [{ ...Object.fromEntries(values), boxes: HOSTILE }])
    assert.deepEqual(
      watched.takeProblems().filter((problem) => !problem.includes('422')),
      [],
    )
  })

  it('a submitted form redirects to the configured address, even if that redirects to another site', async () => {
    const fields = [{ name: 'a', type: 'text' }]
    const form = await client.create({ name: 'On', fields, settings: { redirect_url: `${origin}/moved` } })
    const { page } = watched
    await page.goto(form.path)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.waitForURL(otherSite())
    assert.equal((await client.submissions(form)).length, 1)
  })

  it('an allowed origin can embed the form, and other origins cannot', async () => {
    const fields = [{ name: 'a', type: 'text', label: 'Question' }]
    const embeddable = await client.create({
      name: 'Embeddable',
      fields,
      settings: { embed_origins: [origin] },
    })
    const protectedForm = await client.create({ name: 'Protected', fields })
    const { page } = watched
    embeddedUrl = product.url + embeddable.path
    await page.goto(origin)
    const embedded = page.frameLocator('iframe')
    await embedded.getByLabel('Question').fill('from the embedded form')
    await embedded.getByRole('button', { name: 'Send' }).click()
    await embedded.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.deepEqual(await client.submissions(embeddable), [{ a: 'from the embedded form' }])
    embeddedUrl = product.url + protectedForm.path
    const blocked = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
    await page.goto(origin)
    await blocked
    assert.equal(await embedded.getByLabel('Question').count(), 0)
  })
})

async function fillEverything(page: Page): Promise<void> {
  const texts = {
    'Your name': 'Ada',
    Email: 'ada@example.com',
    Phone: '+49 30 123456',
    Website: 'https://example.com/',
    'Invitation code': 'ABC',
    Password: 'a long password',
    'What do you hope': '\nFirst line\n  second & "last"',
    'How many guests': '2',
    Day: '2026-05-04',
    Arrival: '09:15',
    'When can we call': '2026-05-03T17:30',
    'Badge colour': '#123456',
  }
  for (const [label, text] of Object.entries(texts)) await page.getByLabel(label).fill(text)
  await page.getByLabel('Track').selectOption('Advanced')
  await page.getByLabel('Topics').selectOption(['Water', 'Grain'])
  await page.getByLabel('Vegan').check()
  await page.getByLabel('Parking').check()
  await page.getByLabel('Interpreter').check()
  await page.getByText('4 of 5').check({ force: true })
  await page.getByRole('radio', { name: '10', exact: true }).check({ force: true })
  await page.getByLabel('Send me the newsletter').check()
  await page.getByLabel('I accept the terms').check()
}

function focusedName(page: Page): Promise<string | null> {
  return page.evaluate(() => document.activeElement?.getAttribute('name') ?? null)
}
