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

const LOOK = { width: 1440, scheme: 'light' } as const

const HOSTILE = [
  '<script>alert(1)</script>',
  '</textarea><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '{{ input }} {{constructor.constructor("return process")()}} ${7*7}',
  '&lt;b&gt; &amp; &#39;',
  'bell \u0007 escape \u001b delete \u007f next \u0085 separator \u2028',
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
    watched = await openPage(browser, product.url, LOOK, { javaScript: false })
    watched.page.on('dialog', (dialog) => assert.fail(`Something ran: ${dialog.message()}`))
  })
  after(async () => {
    await browser?.close()
    await product?.stop()
  })

  it('are filled in and sent, every type by its own control', async () => {
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
    assert.deepEqual(watched.takeComplaints(), [])
  })

  it('are held back by the browser while something is missing', async () => {
    const form = await client.create(EVERY_FIELD)
    const { page } = watched
    await page.goto(form.path)
    await page.getByRole('button', { name: 'Register' }).click()
    assert.equal(new URL(page.url()).pathname, form.path)
    assert.equal(await focusedName(page), 'name')
    assert.deepEqual(await client.submissions(form), [])
  })

  it('come back with the complaints focused and the answers kept, and can be mended by keyboard alone', async () => {
    // Nothing of this can be seen by the browser, so the service is the one who complains.
    const fields = [
      { name: 'word', type: 'text', label: 'Password of the day', pattern: '(?i)open' },
      { name: 'extras', type: 'checkbox', label: 'Extras', required: true, options: ['Tea', 'Cake'] },
      { name: 'about', type: 'textarea', label: 'About you' },
    ]
    const form = await client.create({ name: 'Door', fields })
    const { page } = watched
    await page.goto(form.path)
    await page.getByLabel('Password of the day').fill('shut')
    await page.getByLabel('About you').fill('\n\nkept')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const summary = page.getByRole('alert')
    await summary.waitFor()
    assert.equal(await summary.evaluate((element) => element === document.activeElement), true)
    assert.equal(await page.title(), 'Not sent: Door')
    assert.equal(await page.getByLabel('About you').inputValue(), '\n\nkept')
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
    const data = { word: 'OPEN', extras: ['Tea'], about: '\n\nkept' }
    assert.deepEqual(await client.submissions(form), [data])
    assert.deepEqual(
      watched.takeComplaints().filter((complaint) => !complaint.includes('422')),
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
  let framed = ''

  before(async () => {
    product = await startProduct()
    browser = await launchBrowser()
    client = new FormClient(product)
    site = createServer((request, response) => {
      response.setHeader('content-type', 'text/html')
      if (request.url === '/moved') response.writeHead(302, { location: elsewhere() }).end()
      else if (request.url === '/welcome') response.end('<title>Welcome</title>')
      else response.end(`<title>Frame</title><iframe src="${framed}" width="600" height="400"></iframe>`)
    }).listen(0, '127.0.0.1')
    await once(site, 'listening')
    origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
    watched = await openPage(browser, product.url, LOOK)
    watched.page.on('dialog', (dialog) => assert.fail(`Something ran: ${dialog.message()}`))
  })
  after(async () => {
    await browser?.close()
    site?.close()
    await product?.stop()
  })

  /** The same server by another name is another site to a browser. */
  function elsewhere(): string {
    return `${origin.replace('127.0.0.1', 'localhost')}/welcome`
  }

  it('hostile answers come back as the same data and run nothing, with script allowed', async () => {
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
    const answers = HOSTILE.flatMap((text, index) => [
      [`line${index}`, text],
      [`area${index}`, text],
    ])
    assert.deepEqual(await client.submissions(form), [{ ...Object.fromEntries(answers), boxes: HOSTILE }])
    assert.deepEqual(
      watched.takeComplaints().filter((complaint) => !complaint.includes('422')),
      [],
    )
  })

  it('people are sent on to the address of the owner, also when that leads to another site', async () => {
    const fields = [{ name: 'a', type: 'text' }]
    const form = await client.create({ name: 'On', fields, settings: { redirect_url: `${origin}/moved` } })
    const { page } = watched
    await page.goto(form.path)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.waitForURL(elsewhere())
    assert.equal((await client.submissions(form)).length, 1)
  })

  it('a site that the owner names shows the form in a frame, and another does not', async () => {
    const fields = [{ name: 'a', type: 'text', label: 'Question' }]
    const open = await client.create({ name: 'Open', fields, settings: { embed_origins: [origin] } })
    const shut = await client.create({ name: 'Shut', fields })
    const { page } = watched
    framed = product.url + open.path
    await page.goto(origin)
    const frame = page.frameLocator('iframe')
    await frame.getByLabel('Question').fill('from the frame')
    await frame.getByRole('button', { name: 'Send' }).click()
    await frame.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.deepEqual(await client.submissions(open), [{ a: 'from the frame' }])
    framed = product.url + shut.path
    const refusal = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
    await page.goto(origin)
    await refusal
    assert.equal(await frame.getByLabel('Question').count(), 0)
  })
})

async function fillEverything(page: Page): Promise<void> {
  const texts = {
    'Your name': 'Ada',
    'E-mail': 'ada@example.com',
    Telephone: '+49 30 123456',
    'Web site': 'https://example.com/',
    'Invitation code': 'ABC',
    Password: 'a long password',
    'What do you hope': '\nFirst line\n  second & "last"',
    'How many people': '2',
    Day: '2026-05-04',
    Arrival: '09:15',
    'When may we call': '2026-05-03T17:30',
    'Colour of': '#123456',
  }
  for (const [label, text] of Object.entries(texts)) await page.getByLabel(label).fill(text)
  await page.getByLabel('Track').selectOption('Advanced')
  await page.getByLabel('Topics').selectOption(['Water', 'Grain'])
  await page.getByLabel('Vegan').check()
  await page.getByLabel('Parking').check()
  await page.getByLabel('Interpreter').check()
  await page.getByText('4 of 5').check({ force: true })
  await page.getByRole('radio', { name: '10', exact: true }).check({ force: true })
  await page.getByLabel('Send me the news').check()
  await page.getByLabel('I accept the terms').check()
}

function focusedName(page: Page): Promise<string | null> {
  return page.evaluate(() => document.activeElement?.getAttribute('name') ?? null)
}
