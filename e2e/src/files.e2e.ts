import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { ApiClient } from './support/api-client.ts'
import { launchBrowser, openPage, type WatchedPage } from './support/browser.ts'
import { type CreatedForm, FormClient } from './support/form-client.ts'
import { setUpOwner, useSession } from './support/owner.ts'
import { type Product, startProduct } from './support/product.ts'
import { APPLICATION_FORM, samplePdf, samplePng } from './support/sample-files.ts'

const DESKTOP = { width: 1440, scheme: 'light' } as const

/** What would show that a script of a file has run. */
const PAYLOAD = `parent.document.title='RAN';document.title='RAN';fetch('/app/v1/ran-by-file')`
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80" onload="${PAYLOAD}"><script>${PAYLOAD}</script><rect width="80" height="80" fill="teal"/></svg>`
const HTML = `<html><body onload="${PAYLOAD}"><script>${PAYLOAD}</script><h1>Hello from a file</h1></body></html>`

const file = (name: string, mimeType: string, content: string | Buffer) => ({
  name,
  mimeType,
  buffer: Buffer.from(content),
})

describe('files in a browser', () => {
  let product: Product
  let browser: Browser
  let cookie: string
  let forms: FormClient
  let api: ApiClient

  before(async () => {
    product = await startProduct({ MILLRACE_FORM_LIMIT: '0' })
    browser = await launchBrowser()
    cookie = await setUpOwner(product)
    forms = new FormClient(product)
    api = new ApiClient(product)
  })
  after(async () => {
    await browser?.close()
    await product?.stop()
  })

  async function openAsOwner(): Promise<WatchedPage> {
    const watched = await openPage(browser, product.url, DESKTOP)
    await useSession(watched.context, product, cookie)
    return watched
  }

  async function fill(page: Page, form: CreatedForm): Promise<void> {
    await page.goto(form.path)
    await page.getByLabel('Your name').fill('Ada')
    await page.getByLabel('Curriculum vitae').setInputFiles(file('cv.pdf', 'application/pdf', samplePdf()))
    await page
      .getByLabel('Certificates')
      .setInputFiles([file('one.txt', 'text/plain', 'first'), file('two.png', 'image/png', samplePng())])
  }

  for (const javaScript of [true, false]) {
    const how = javaScript ? 'with' : 'without'
    it(`a stranger sends files ${how} JavaScript`, async () => {
      const form = await forms.create(APPLICATION_FORM)
      const { page, context, takeProblems } = await openPage(browser, product.url, DESKTOP, { javaScript })
      await fill(page, form)
      await page.getByRole('button', { name: 'Send' }).click()
      await page.waitForURL(`**${form.path}/thanks`)
      const [data = {}] = await forms.submissions(form)
      const { cv, papers } = data as { cv: { name: string; size: number }; papers: { name: string }[] }
      assert.deepEqual([cv.name, cv.size], ['cv.pdf', samplePdf().length])
      assert.deepEqual(
        papers.map(({ name }) => name),
        ['one.txt', 'two.png'],
      )
      assert.deepEqual(takeProblems(), [])
      await context.close()
    })

    it(`a refused answer keeps the other answers ${how} JavaScript${javaScript ? ', and the chosen files' : ''}`, async () => {
      const form = await forms.create({
        ...APPLICATION_FORM,
        fields: [
          ...APPLICATION_FORM.fields,
          { name: 'code', label: 'Code', type: 'text', pattern: '(?i)secret' },
        ],
      })
      const { page, context } = await openPage(browser, product.url, DESKTOP, { javaScript })
      await fill(page, form)
      await page.getByLabel('Code').fill('wrong')
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByRole('alert').getByText('does not have the expected format').waitFor()
      assert.equal(await page.getByLabel('Your name').inputValue(), 'Ada')
      await page.getByLabel('Code').fill('SECRET')
      if (javaScript) await page.getByText('two.png').waitFor()
      else
        await page
          .getByLabel('Curriculum vitae')
          .setInputFiles(file('cv.pdf', 'application/pdf', samplePdf()))
      await page.getByRole('button', { name: 'Send' }).click()
      await page.waitForURL(`**${form.path}/thanks`)
      const [data = {}] = await forms.submissions(form)
      assert.equal((data['cv'] as { name: string }).name, 'cv.pdf')
      assert.equal((data['papers'] as unknown[] | undefined)?.length, javaScript ? 2 : undefined)
      await context.close()
    })
  }

  it('the page shows the progress of an upload, which can be cancelled and sent again', async () => {
    const form = await forms.create(APPLICATION_FORM)
    const { page, context } = await openPage(browser, product.url, DESKTOP)
    await fill(page, form)
    const session = await context.newCDPSession(page)
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 50_000,
    })
    await page
      .getByLabel('Certificates')
      .setInputFiles(file('large.bin', 'application/zip', Buffer.alloc(2_000_000)))
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText(/Sending: .* of 2\.0 MB/).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Cancelled. Nothing was sent.').waitFor()
    assert.deepEqual(await forms.submissions(form), [])
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    })
    await page.getByRole('button', { name: 'Send' }).click()
    await page.waitForURL(`**${form.path}/thanks`)
    assert.equal((await forms.submissions(form)).length, 1)
    await context.close()
  })

  it('a file that is too large is refused before it is sent', async () => {
    const form = await forms.create(APPLICATION_FORM)
    const { page, context } = await openPage(browser, product.url, DESKTOP)
    await fill(page, form)
    const cv = page.getByLabel('Curriculum vitae')
    await cv.setInputFiles(file('cv.pdf', 'application/pdf', Buffer.alloc(1_000_001)))
    const message = await cv.evaluate((input) => (input as HTMLInputElement).validationMessage)
    assert.equal(message, '“cv.pdf” is larger than 1.0 MB.')
    await page.getByRole('button', { name: 'Send' }).click()
    assert.equal(new URL(page.url()).pathname, form.path)
    await context.close()
  })

  it('the files of a submission are previewed and downloaded, and nothing in them runs', async () => {
    const form = await forms.create(APPLICATION_FORM)
    const stranger = await openPage(browser, product.url, DESKTOP)
    await fill(stranger.page, form)
    await stranger.page
      .getByLabel('Certificates')
      .setInputFiles([
        file('picture.png', 'image/png', samplePng()),
        file('notes.txt', 'text/plain', 'Grüße'),
        file('evil.svg', 'image/svg+xml', SVG),
        file('evil.html', 'text/html', HTML),
        file('broken.png', 'image/png', 'no picture'),
      ])
    await stranger.page.getByRole('button', { name: 'Send' }).click()
    await stranger.page.waitForURL(`**${form.path}/thanks`)
    await stranger.context.close()

    const { page, context } = await openAsOwner()
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await page.goto(`/forms/${form.id}/submissions`)
    await page.getByRole('button', { name: /Open/ }).first().click()
    const dialog = page.getByRole('dialog')
    const open = async (name: string) => {
      await page.getByRole('button', { name: `Preview ${name}` }).click()
      await dialog.getByRole('heading', { name }).waitFor()
    }
    const close = async () => {
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
    await open('cv.pdf')
    await dialog.getByText('The only page').waitFor()
    assert.ok(await hasColours(page), 'the page of the PDF is drawn')
    await close()
    await open('picture.png')
    await page.waitForFunction(
      () => document.querySelector<HTMLImageElement>('[role=dialog] img')?.naturalWidth === 320,
    )
    await close()
    await open('notes.txt')
    await dialog.getByText('Grüße').waitFor()
    await close()
    await open('evil.svg')
    await page.waitForFunction(
      () => document.querySelector<HTMLImageElement>('[role=dialog] img')?.naturalWidth === 80,
    )
    await close()
    await open('evil.html')
    await dialog.getByText('<h1>Hello from a file</h1>').waitFor()
    await close()
    await open('broken.png')
    await dialog.getByText('The file cannot be shown.').waitFor()
    await close()

    // Opened as pages of their own, both are saved by the browser.
    const [data = {}] = await forms.submissions(form)
    for (const { $file, name } of (data['papers'] as { $file: string; name: string }[]).slice(2, 4)) {
      const tab = await context.newPage()
      const [saved] = await Promise.all([
        tab.waitForEvent('download'),
        tab.goto(`/app/v1/files/${$file}/content`).catch(() => undefined),
      ])
      assert.equal(saved.suggestedFilename(), name)
      await tab.close()
    }
    // A page that embeds it finds a policy that takes every right away.
    const answer = await context.request.get(
      `/app/v1/files/${(data['papers'] as { $file: string }[])[2]?.$file}/content`,
    )
    assert.match(answer.headers()['content-security-policy'] ?? '', /sandbox/)
    assert.equal(answer.headers()['x-content-type-options'], 'nosniff')
    assert.notEqual(await page.title(), 'RAN')
    assert.deepEqual(
      requests.filter((url) => url.includes('ran-by-file')),
      [],
    )
    await context.close()
  })

  it('a run gets an uploaded file as test data, and its steps show it', async () => {
    const form = await forms.create(APPLICATION_FORM)
    const nodes = [
      { id: 'form', type: 'form', data: { form_id: form.id }, position: { x: 0, y: 0 } },
      {
        id: 'keep',
        name: 'Keep the CV',
        type: 'set',
        data: { values: { cv: '{{ input.data.cv }}' } },
        position: { x: 300, y: 0 },
      },
    ]
    const edges = [{ source: 'form', target: 'keep' }]
    const { id } = (await api.send('POST', '/workflows', { name: 'Applications', nodes, edges })) as {
      id: string
    }
    const { page, context } = await openAsOwner()
    await page.goto(`/workflows/${id}`)
    await page.getByRole('button', { name: 'More ways to run' }).click()
    await page.getByRole('menuitem', { name: /input/i }).first().click()
    const group = page.getByRole('group', { name: /Curriculum vitae/ })
    await group.locator('input[type=file]').setInputFiles(file('cv.pdf', 'application/pdf', samplePdf()))
    await group.getByRole('button', { name: 'Preview cv.pdf' }).waitFor()
    await page.getByRole('button', { name: 'Run', exact: true }).last().click()
    const execution = await untilRun(api, id)
    await page.goto(`/executions/${execution}`)
    await page.getByRole('treeitem', { name: /Keep the CV/ }).click()
    await page
      .getByRole('treeitem', { name: /cv\.pdf/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await page.getByRole('dialog').getByText('The only page').waitFor()
    await context.close()
  })
})

async function untilRun(api: ApiClient, workflowId: string): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    const runs = (await api.send('GET', `/workflows/${workflowId}/executions`)) as {
      id: string
      status: string
    }[]
    if (runs[0]?.status === 'completed') return runs[0].id
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return assert.fail('The run did not complete.')
}

function hasColours(page: Page): Promise<boolean> {
  return page.locator('[role=dialog] canvas').evaluate((element) => {
    const canvas = element as HTMLCanvasElement
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
    for (let at = 0; at < data.length; at += 4) if (data[at] !== 255 || data[at + 1] !== 255) return true
    return false
  })
}
