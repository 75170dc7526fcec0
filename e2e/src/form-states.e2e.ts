import type { Page } from 'playwright-core'
import { APPEARANCES } from './support/browser.ts'
import { EVERY_FIELD } from './support/every-field.ts'
import { examineScenes, type Scene, type Stage, WIDE } from './support/scenes.ts'

interface Samples {
  readonly formId: string
  readonly emptyId: string
}

const LONG = 'A name that goes on and on, as names of forms in large organisations tend to do, '.repeat(2)
const RIGHT_TO_LEFT = 'استمارة التسجيل'

async function prepare({ api }: Stage): Promise<Samples> {
  const create = async (form: object) => ((await api.send('POST', '/forms', form)) as { id: string }).id
  const emptyId = await create({ name: 'Nothing yet', fields: [] })
  const fields = [{ name: 'q', type: 'text', label: LONG }]
  await create({ name: LONG.trim(), fields, settings: { max_submissions: 1 } })
  await create({ name: RIGHT_TO_LEFT, fields, settings: { closes_at: '2020-01-01T00:00:00Z' } })
  const formId = await create(EVERY_FIELD)
  for (let n = 0; n < 30; n += 1) {
    const data = {
      name: `Guest ${n}`,
      email: `guest-${n}@example.com`,
      day: '2026-05-04',
      track: 'a',
      meal: 'Vegan',
      terms: true,
      secret: 'a long password',
      about: n % 3 === 0 ? `First line\n${LONG}` : 'Short',
      topics: ['Water', 'Wheels'],
      shade: '#00aa77',
    }
    await api.send('POST', `/forms/${formId}/submissions`, { data })
  }
  return { formId, emptyId }
}

async function openBuilder(page: Page, { formId }: Samples): Promise<void> {
  await page.goto(`/forms/${formId}`)
  await page.getByRole('textbox', { name: 'Label of field 1', exact: true }).waitFor()
}

const SCENES: readonly Scene<Samples>[] = [
  {
    name: 'forms-list',
    appearances: APPEARANCES,
    async show(page) {
      await page.goto('/forms')
      await page.getByRole('link', { name: EVERY_FIELD.name }).waitFor()
    },
  },
  {
    name: 'forms-selected',
    async show(page) {
      await page.goto('/forms')
      await page.getByRole('checkbox', { name: 'Select Nothing yet' }).check()
      await page.getByRole('toolbar', { name: 'Actions for the selected forms' }).waitFor()
    },
  },
  {
    name: 'forms-no-match',
    async show(page) {
      await page.goto('/forms?q=nothing+like+this')
      await page.getByRole('heading', { name: 'No form matches' }).waitFor()
    },
  },
  { name: 'form-builder', appearances: APPEARANCES, show: openBuilder },
  {
    name: 'form-builder-field',
    async show(page, samples) {
      await openBuilder(page, samples)
      await page.getByRole('textbox', { name: 'Label of field 14' }).click()
      await page.getByRole('button', { name: 'Duplicate “Meal”' }).waitFor()
    },
  },
  {
    name: 'form-builder-add',
    async show(page, samples) {
      await openBuilder(page, samples)
      await page.getByRole('button', { name: 'Add field' }).click()
      await page.getByRole('option', { name: /Short text/ }).waitFor()
    },
  },
  {
    name: 'form-builder-empty',
    async show(page, { emptyId }) {
      await page.goto(`/forms/${emptyId}`)
      await page.getByRole('heading', { name: 'Start with a question' }).waitFor()
    },
  },
  {
    name: 'form-builder-preview',
    appearances: WIDE,
    async show(page, samples) {
      await openBuilder(page, samples)
      await page.getByRole('tab', { name: 'Preview' }).click()
      await page
        .frameLocator('iframe[title="Preview of the page"]')
        .getByRole('heading', { name: EVERY_FIELD.name })
        .waitFor()
    },
  },
  {
    name: 'form-share',
    appearances: APPEARANCES,
    async show(page, { formId }) {
      await page.goto(`/forms/${formId}/share`)
      await page.getByRole('img', { name: 'QR code with the link to the form' }).waitFor()
    },
  },
  {
    name: 'form-submissions',
    appearances: APPEARANCES,
    async show(page, { formId }) {
      await page.goto(`/forms/${formId}/submissions`)
      await page.getByText('guest-29@example.com').waitFor()
    },
  },
  {
    name: 'form-submission',
    async show(page, { formId }) {
      await page.goto(`/forms/${formId}/submissions`)
      await page
        .getByRole('button', { name: /^Open the submission of/ })
        .first()
        .click()
      await page.getByRole('region', { name: 'Submission' }).getByText('Guest 29').first().waitFor()
    },
  },
  {
    name: 'form-submissions-empty',
    async show(page, { emptyId }) {
      await page.goto(`/forms/${emptyId}/submissions`)
      await page.getByRole('heading', { name: 'No submissions yet' }).waitFor()
    },
  },
  {
    name: 'form-settings',
    appearances: APPEARANCES,
    async show(page, { formId }) {
      await page.goto(`/forms/${formId}/settings`)
      await page.getByRole('heading', { name: 'Closing' }).waitFor()
    },
  },
]

examineScenes('forms', SCENES, prepare)
