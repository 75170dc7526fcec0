import type { Route } from 'playwright-core'
import { APPEARANCES } from './support/browser.ts'
import { APPLICATION_FORM, samplePdf, samplePng } from './support/sample-files.ts'
import { examineScenes, type Scene, type Stage } from './support/scenes.ts'

interface Samples {
  readonly formId: string
  readonly run: string
  readonly workflow: string
}

const cv = () => ({ name: 'cv.pdf', mimeType: 'application/pdf', buffer: samplePdf() })
const all = APPEARANCES
/** Requests that get no answer. */
const held: Route[] = []

const preview = (name: string, ready: string): Scene<Samples> => ({
  name: `file-preview-${name.replace('.', '-')}`,
  appearances: all,
  async show(page, { formId }) {
    await page.goto(`/forms/${formId}/submissions`)
    await page.getByRole('button', { name: /Open/ }).first().click()
    await page.getByRole('button', { name: `Preview ${name}` }).click()
    await page.getByRole('dialog').locator(ready).waitFor()
  },
  async leave(page) {
    await page.keyboard.press('Escape')
  },
})

const SCENES: readonly Scene<Samples>[] = [
  {
    name: 'form-with-files',
    appearances: all,
    async show(page, { formId }) {
      await page.goto(`/f/${formId}`)
      await page.getByLabel('Curriculum vitae').setInputFiles(cv())
      await page.getByLabel('Certificates').setInputFiles([
        { name: 'Führerschein.png', mimeType: 'image/png', buffer: samplePng() },
        { name: 'first-aid.txt', mimeType: 'text/plain', buffer: Buffer.from('ok') },
      ])
    },
  },
  {
    name: 'form-sending-files',
    appearances: all,
    // Its page reports the request that is dropped in the end, which must not count for the next scene.
    profile: 'alone',
    async show(page, { formId }) {
      await page.goto(`/f/${formId}`)
      await page.getByLabel('Your name').fill('Ada')
      await page.getByLabel('Curriculum vitae').setInputFiles(cv())
      await page.route('**/f/**', (route) => held.push(route))
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByRole('button', { name: 'Cancel' }).waitFor()
    },
    // Otherwise the request would be sent when nothing holds it any more, and be another submission.
    async leave() {
      for (const route of held.splice(0)) await route.abort()
    },
  },
  {
    name: 'form-refused-file',
    appearances: all,
    expected: /422/,
    async show(page, { formId }) {
      await page.goto(`/f/${formId}`)
      await page.getByLabel('Your name').fill('Ada')
      await page
        .getByLabel('Curriculum vitae')
        .setInputFiles({ name: 'cv.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('x') })
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'form-builder-file',
    appearances: all,
    async show(page, { formId }) {
      await page.goto(`/forms/${formId}`)
      await page.getByRole('textbox', { name: 'Label of field 2' }).click()
    },
  },
  {
    name: 'submission-with-files',
    appearances: all,
    async show(page, { formId }) {
      await page.goto(`/forms/${formId}/submissions`)
      await page.getByRole('button', { name: /Open/ }).first().click()
      await page.getByRole('button', { name: 'Preview cv.pdf' }).waitFor()
    },
  },
  preview('cv.pdf', 'figcaption'),
  preview('view.png', 'img'),
  preview('notes.txt', 'pre'),
  preview('backup.zip', 'text=There is no preview'),
  {
    name: 'run-dialog-files',
    appearances: all.filter(({ width }) => width > 1_000),
    async show(page, { workflow }) {
      await page.goto(`/workflows/${workflow}`)
      await page.getByRole('button', { name: 'More ways to run' }).click()
      await page.getByRole('menuitem', { name: /input/i }).first().click()
      const group = page.getByRole('group', { name: /Curriculum vitae/ })
      await group.locator('input[type=file]').setInputFiles(cv())
      await group.getByRole('button', { name: 'Preview cv.pdf' }).waitFor()
    },
    async leave(page) {
      await page.keyboard.press('Escape')
    },
  },
  {
    name: 'run-data-with-file',
    appearances: all,
    async show(page, { run }) {
      await page.goto(`/executions/${run}`)
      await page.getByRole('treeitem', { name: /Keep the CV/ }).click()
      await page
        .getByRole('treeitem', { name: /cv\.pdf/ })
        .first()
        .click()
      await page.getByRole('button', { name: 'Preview', exact: true }).waitFor()
    },
  },
]

examineScenes('files in the web app', SCENES, async ({ api, product }: Stage): Promise<Samples> => {
  const form = await api.send<{ id: string }>('POST', '/forms', APPLICATION_FORM)
  const body = new FormData()
  body.append('name', 'Ada')
  const add = (field: string, name: string, type: string, content: Buffer | string) =>
    body.append(field, new Blob([new Uint8Array(Buffer.from(content))], { type }), name)
  add('cv', 'cv.pdf', 'application/pdf', samplePdf())
  add('papers', 'view.png', 'image/png', samplePng())
  add('papers', 'notes.txt', 'text/plain', 'Dear mill,\n\nplease grind.\n'.repeat(20))
  add('papers', 'backup.zip', 'application/zip', 'PK')
  const answer = await fetch(`${product.url}/v1/forms/${form.id}/submissions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${product.firstKey}` },
    body,
  })
  const { data } = (await answer.json()) as { data: { data: object } }
  const { id: workflow } = await api.createWorkflow({
    name: 'Applications',
    nodes: [
      { id: 'form', type: 'form', data: { form_id: form.id }, position: { x: 0, y: 0 } },
      {
        id: 'keep',
        type: 'set',
        name: 'Keep the CV',
        data: { values: { cv: '{{ input.data.cv }}' } },
        position: { x: 300, y: 0 },
      },
    ],
    edges: [{ source: 'form', target: 'keep' }],
  })
  const run = await api.run(workflow, { data: data.data })
  return { formId: form.id, run, workflow }
})
