import assert from 'node:assert/strict'
import { it } from 'node:test'
import { FIELD_TYPES, type Submission } from '@millrace/contract/form.ts'
import type { TestResponse } from '#test/support/test-service.ts'
import type { Client } from '../support/client.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'
import { attributeOf, PageClient, shownValue } from '../support/page-client.ts'
import { SettableClock } from '../support/settable-clock.ts'

const ABSENT = '018f0000-0000-7000-8000-000000000000'
const clock = new SettableClock('2026-03-10T12:00:00.000Z')
const CHOICES = ['a', { value: 'b', label: 'B' }]

describeOnEveryStore(
  'Form pages',
  (shared) => {
    const pages = () => new PageClient(shared.running)
    const stored = async (client: Client, id: string) =>
      (await client.get(`/forms/${id}/submissions`)).data<Submission[]>().map(({ data }) => data)

    it("A form page is public at the `url` of the form and does not count against the account's limits", async () => {
      const client = await shared.client()
      const form = await client.createForm({ name: 'Contact' })
      const before = Number((await client.get('/forms')).header('x-ratelimit-remaining'))
      const { pathname } = new URL(form.url)
      for (const path of [pathname, pathname.toUpperCase().replace('/F/', '/f/'), `${pathname}/`]) {
        const page = await pages().get(path)
        assert.equal(page.status, 200)
        assert.match(page.body, /<h1 dir="auto">Contact<\/h1>/)
        assert.equal(page.headers.get('x-ratelimit-limit'), null)
      }
      assert.equal((await pages().send(pathname, { email: 'a@example.com' })).status, 303)
      assert.equal(Number((await client.get('/forms')).header('x-ratelimit-remaining')), before - 1)
    })

    it('A form page needs no script, loads nothing and cannot be framed', async () => {
      const client = await shared.client()
      const { id } = await client.createForm({ settings: { color: '#6d28d9' } })
      const { headers, body } = await pages().get(`/f/${id}`)
      assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
      assert.equal(headers.get('cache-control'), 'no-store')
      assert.equal(headers.get('referrer-policy'), 'no-referrer')
      assert.equal(headers.get('x-frame-options'), 'DENY')
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
      assert.equal(headers.get('x-robots-tag'), 'noindex')
      assert.match(
        headers.get('content-security-policy') ?? '',
        /^default-src 'none'; style-src 'sha256-[\w+/]{43}=' 'sha256-[\w+/]{43}='; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
      )
      assert.doesNotMatch(body, /<script|\son[a-z]+=|\sstyle=|javascript:|https?:/i)
      assert.match(body, /--accent:#6d28d9;--on-accent:#ffffff/)
    })

    it('An unknown form is answered with a page that says so, whatever the URL', async () => {
      for (const path of [`/f/${ABSENT}`, '/f/nothing', `/f/${ABSENT}/thanks`, '/f/a/b/c', '/f/%00', '/f/']) {
        const page = await pages().get(path)
        assert.equal(page.status, 404, path)
        assert.match(page.body, /Form not found/)
        assert.match(page.headers.get('content-security-policy') ?? '', /^default-src 'none'/)
      }
      assert.equal((await pages().send(`/f/${ABSENT}`, {})).status, 404)
    })

    it('A form page has a control for every type, with its constraints and its label', async () => {
      const client = await shared.client()
      const fields = FIELD_TYPES.map((type) => ({ name: type, type, label: `L ${type}`, required: true }))
      const { id } = await client.createForm({ fields })
      const { body } = await pages().get(`/f/${id}`)
      for (const type of FIELD_TYPES.filter((one) => one !== 'hidden')) {
        assert.match(body, new RegExp(`<span dir="auto">L ${type}</span>`), type)
        assert.match(body, new RegExp(`<(input|textarea|select) [^>]*name="${type}"`), type)
      }
      for (const native of ['email', 'tel', 'url', 'password', 'date', 'time', 'datetime-local', 'color']) {
        assert.match(body, new RegExp(`<input [^>]*type="${native}"[^>]* required`), native)
      }
    })

    it('A form page uses browser validation only where browsers support it', async () => {
      const client = await shared.client()
      const { id } = await client.createForm({
        fields: [
          { name: 'a', type: 'text', pattern: '[A-Z]+', min_length: 2, max_length: 5 },
          { name: 'b', type: 'text', pattern: '[[:alpha:]]+' },
          { name: 'n', type: 'number', min: 1, max: '9.5' },
          { name: 'd', type: 'date', min: '2026-01-01', max: 'soon' },
          { name: 't', type: 'datetime', default: '2026-01-31T08:30:00Z' },
        ],
      })
      const { body } = await pages().get(`/f/${id}`)
      const tag = (name: string) => new RegExp(`<input [^>]*name="${name}"[^>]*>`).exec(body)?.[0] ?? ''
      const attributesOf = (name: string, ...names: string[]) =>
        names.map((one) => attributeOf(tag(name), one))
      assert.deepEqual(attributesOf('a', 'pattern', 'minlength', 'maxlength'), ['[A-Z]+', '2', '5'])
      assert.deepEqual(attributesOf('b', 'pattern'), [undefined])
      assert.deepEqual(attributesOf('n', 'min', 'max', 'step'), ['1', '9.5', 'any'])
      assert.deepEqual(attributesOf('d', 'min', 'max'), ['2026-01-01', undefined])
      assert.deepEqual(attributesOf('t', 'value'), [undefined])
    })

    it('A form page stores every type of value like the API', async () => {
      const client = await shared.client()
      const data = {
        text: 'a  b',
        textarea: 'one\ntwo',
        email: 'ada@example.com',
        number: -1.5,
        phone: '+49 30 123',
        url: 'https://example.com',
        password: 'p w',
        date: '2026-01-31',
        time: '08:30',
        datetime: '2026-01-31T08:30',
        select: 'b',
        multiselect: ['a', 'b'],
        radio: 'a',
        checkbox: true,
        boolean: false,
        rating: 4,
        scale: 0,
        color: '#1a2b3c',
        hidden: 7,
      }
      const fields = FIELD_TYPES.map((type) => ({
        name: type,
        type,
        ...(['select', 'multiselect', 'radio'].includes(type) && { options: CHOICES }),
        ...(type === 'hidden' && { default: 7 }),
      }))
      const { id } = await client.createForm({ fields })
      const sent = Object.entries({ ...data, textarea: 'one\r\ntwo' }).flatMap(([name, value]) => {
        if (typeof value === 'boolean') return value ? ([[name, 'true']] as const) : []
        return [value].flat().map((one) => [name, String(one)] as const)
      })
      const response = await pages().send(`/f/${id}`, sent)
      assert.deepEqual([response.status, response.headers.get('location')], [303, `/f/${id}/thanks`])
      assert.deepEqual(await stored(client, id), [data])
      await pages().send(`/f/${id}`, [])
      assert.deepEqual((await stored(client, id))[0], { checkbox: false, boolean: false })
    })

    it('An invalid form is shown again with the errors and all values except passwords', async () => {
      const client = await shared.client()
      const { id } = await client.createForm({
        name: 'Registration',
        fields: [
          { name: 'name', type: 'text', required: true, label: 'Your "name"' },
          { name: 'mail', type: 'email', help: 'For us' },
          { name: 'about', type: 'textarea' },
          { name: 'secret', type: 'password', min_length: 20 },
          { name: 'code', type: 'text', pattern: '[A-Z]+' },
          { name: 'size', type: 'select', options: CHOICES },
          { name: 'meal', type: 'radio', required: true, options: CHOICES },
          { name: 'terms', type: 'checkbox', required: true },
          { name: 'news', type: 'boolean' },
        ],
      })
      const about = '\n  "first"\n</textarea><b>'
      const sent = { mail: 'not-an-address', about, secret: 'hunter2', code: 'a&b', size: 'b', news: 'true' }
      const { status, body } = await pages().send(`/f/${id}`, sent)
      assert.equal(status, 422)
      assert.deepEqual(await stored(client, id), [])
      assert.match(body, /<title>Not sent: Registration<\/title>/)
      assert.match(body, /<div class="summary" role="alert" tabindex="-1" autofocus>/)
      assert.match(body, /<a href="#f0"><bdi>Your &quot;name&quot;<\/bdi> — is required<\/a>/)
      assert.match(body, /<input id="f0"[^>]* aria-describedby="f0-problem" aria-invalid="true"/)
      assert.match(body, /<p class="problem" id="f0-problem">This is required\.<\/p>/)
      assert.match(body, /<input id="f1"[^>]* aria-describedby="f1-help f1-problem"/)
      assert.match(body, /<p class="problem" id="f4-problem">This does not have the expected format\.<\/p>/)
      assert.match(body, /<fieldset class="field" role="radiogroup"[^>]* aria-invalid="true"/)
      assert.equal(shownValue(body, 'mail'), 'not-an-address')
      assert.equal(shownValue(body, 'about'), about)
      assert.equal(shownValue(body, 'code'), 'a&b')
      assert.match(body, /<option value="b" selected>/)
      assert.match(body, /name="news" value="true" checked/)
      assert.equal(body.includes('hunter2'), false)
    })

    it("A form page shows the owner's thank-you text or redirects", async () => {
      const client = await shared.client()
      const plain = await client.createForm({ name: 'Contact' })
      assert.match(
        (await pages().get(`/f/${plain.id}/thanks`)).body,
        /Your answers to “Contact” were received/,
      )
      const own = await client.createForm({ settings: { thank_you: 'See <you>\nsoon' } })
      assert.match((await pages().get(`/f/${own.id}/thanks`)).body, /See &lt;you&gt;\nsoon/)
      for (const [url, sources] of [
        ['https://example.com/danke schön?x=1#y', "form-action 'self' https:;"],
        ['http://example.com/', "form-action 'self' http: https:;"],
      ] as const) {
        const { id } = await client.createForm({ settings: { redirect_url: url } })
        assert.ok(policyOf(await pages().get(`/f/${id}`)).includes(sources))
        const response = await pages().send(`/f/${id}`, { email: 'a@example.com' })
        assert.deepEqual([response.status, response.headers.get('location')], [303, new URL(url).href])
      }
    })

    it('A form page may be framed by the origins that the owner lists, and by no other', async () => {
      const client = await shared.client()
      const settings = { embed_origins: ['https://example.com', 'http://localhost:3000'] }
      const { id } = await client.createForm({ settings })
      const responses = [
        await pages().get(`/f/${id}`),
        await pages().get(`/f/${id}/thanks`),
        await pages().send(`/f/${id}`, {}),
        await pages().send(`/f/${id}`, { email: 'a@example.com' }),
      ]
      for (const response of responses) {
        assert.match(policyOf(response), /frame-ancestors https:\/\/example\.com http:\/\/localhost:3000$/)
        assert.equal(response.headers.get('x-frame-options'), null)
        assert.equal(response.headers.get('cross-origin-resource-policy'), 'cross-origin')
      }
    })

    it('A form page closes at its time and when it is full', async () => {
      const client = await shared.client()
      const over = await client.createForm({ settings: { closes_at: clock.iso() } })
      const closed = await pages().get(`/f/${over.id}`)
      assert.equal(closed.status, 200)
      assert.match(closed.body, /This form is closed/)
      assert.doesNotMatch(closed.body, /<form/)
      const late = await pages().send(`/f/${over.id}`, { email: 'a@example.com' })
      assert.equal(late.status, 409)
      assert.match(late.body, /Your answers were not saved/)
      const small = await client.createForm({ settings: { max_submissions: 1 } })
      assert.match((await pages().get(`/f/${small.id}/thanks`)).body, /Submit another response/)
      const responses = await Promise.all(
        Array.from({ length: 5 }, () => pages().send(`/f/${small.id}`, { email: 'a@example.com' })),
      )
      assert.deepEqual(
        responses.map(({ status }) => status).toSorted((a, b) => a - b),
        [303, 409, 409, 409, 409],
      )
      assert.match((await pages().get(`/f/${small.id}`)).body, /This form is full/)
      assert.doesNotMatch((await pages().get(`/f/${small.id}/thanks`)).body, /Submit another response/)
      assert.deepEqual(await stored(client, over.id), [])
      assert.equal((await stored(client, small.id)).length, 1)
    })

    it('A form page shows bots a success page', async () => {
      const client = await shared.client()
      const fields = [
        { name: 'email', type: 'email' },
        { name: 'extra_note', type: 'text' },
      ]
      const { id } = await client.createForm({ fields })
      const { body } = await pages().get(`/f/${id}`)
      const trap = /<input id="trap"[^>]*>/.exec(body)?.[0] ?? ''
      assert.equal(attributeOf(trap, 'name'), 'extra_note_')
      assert.match(trap, / tabindex="-1" autocomplete="off"/)
      const robot = await pages().send(`/f/${id}`, { email: 'a@example.com', extra_note_: 'buy' })
      assert.deepEqual([robot.status, robot.headers.get('location')], [303, `/f/${id}/thanks`])
      assert.deepEqual(await stored(client, id), [])
      await pages().send(`/f/${id}`, { extra_note: 'a real one', extra_note_: '' })
      assert.deepEqual(await stored(client, id), [{ extra_note: 'a real one' }])
    })

    it('A form page accepts twenty submissions per IP address in ten minutes, not counting invalid ones', async () => {
      const client = await shared.client()
      const { id } = await client.createForm()
      const send = (email: string) => pages().send(`/f/${id}`, { email })
      for (let count = 0; count < 20; count += 1) {
        assert.equal((await send('wrong')).status, 422)
        assert.equal((await send('a@example.com')).status, 303)
      }
      const rejected = await send('mine@example.com')
      assert.equal(rejected.status, 429)
      assert.equal(rejected.headers.get('retry-after'), '600')
      assert.match(
        rejected.body,
        /Too many responses were sent from your network\. Try again in 10 minutes\./,
      )
      assert.equal(shownValue(rejected.body, 'email'), 'mine@example.com')
      assert.equal((await stored(client, id)).length, 20)
      clock.advance(600_000)
      assert.equal((await send('mine@example.com')).status, 303)
    })

    it('A form page accepts only form-encoded bodies and rejects others with a page', async () => {
      const client = await shared.client()
      const { id } = await client.createForm()
      for (const type of ['application/json', 'multipart/form-data; boundary=x', 'text/plain', 'x']) {
        const rawBody = '{"email":"a@example.com"}'
        const headers = { 'content-type': type }
        const response = await shared.running.request('POST', `/f/${id}`, { key: null, rawBody, headers })
        assert.equal(response.status, 415, type)
        assert.match(response.body, /<h1>Your answers could not be read<\/h1>/)
      }
      const large = await pages().send(`/f/${id}`, { email: 'x'.repeat(1024 * 1024) })
      assert.equal(large.status, 413)
      assert.match(large.body, /<h1>Your answers are too long<\/h1>/)
      assert.match(policyOf(large), /^default-src 'none'/)
      const many = await pages().send(
        `/f/${id}`,
        Array.from({ length: 100_000 }, () => ['email', '']),
      )
      assert.equal(many.status, 400)
      assert.match(many.body, /<h1>Your answers could not be read<\/h1>/)
      assert.deepEqual(await stored(client, id), [])
    })
  },
  { clock },
)

function policyOf({ headers }: TestResponse): string {
  return headers.get('content-security-policy') ?? ''
}
