import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { it } from 'node:test'
import type { Execution, ExecutionSummary } from '@millrace/contract/execution.ts'
import type { File } from '@millrace/contract/file.ts'
import type { Submission } from '@millrace/contract/form.ts'
import type { JsonObject } from '#domain/index.ts'
import { ApiResponse, issuePaths } from '../support/api-response.ts'
import type { Client } from '../support/client.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'
import { shownValue } from '../support/page-client.ts'
import { sendBytes } from '../support/raw-http.ts'

const CV = {
  name: 'cv',
  type: 'file',
  required: true,
  accept: ['application/pdf', '.docx'],
  max_bytes: 1_000,
}
const PAGES = { name: 'pages', type: 'file', max_files: 3 }
const NAME = { name: 'name', type: 'text', required: true }

describeOnEveryStore('Files in forms', (shared) => {
  const pdf = (text = 'content', name = 'cv.pdf') =>
    new globalThis.File([text], name, { type: 'application/pdf' })

  /** Sends a page as a browser does. */
  async function send(id: string, parts: readonly (readonly [string, string | Blob])[], headers = {}) {
    const body = new FormData()
    for (const [name, value] of parts) body.append(name, value)
    const answer = await fetch(`${shared.running.url}/f/${id}`, {
      method: 'POST',
      body,
      headers: { accept: 'text/html', ...headers },
      redirect: 'manual',
    })
    return { status: answer.status, headers: answer.headers, body: await answer.text() }
  }

  async function stored(client: Client, id: string): Promise<readonly JsonObject[]> {
    const submissions = (await client.get(`/forms/${id}/submissions`)).data<Submission[]>()
    return submissions.map(({ data }) => data as JsonObject)
  }

  async function contentOf({ key }: Client, value: unknown): Promise<string> {
    const { $file } = value as File
    const headers = { authorization: `Bearer ${key}` }
    const answer = await fetch(`${shared.running.url}/v1/files/${$file}/content`, { headers })
    assert.equal(answer.status, 200)
    return answer.text()
  }

  async function postParts(
    { key }: Client,
    id: string,
    parts: readonly (readonly [string, string | Blob])[],
    headers = {},
  ) {
    const body = new FormData()
    for (const [name, value] of parts) body.append(name, value)
    const answer = await fetch(`${shared.running.url}/v1/forms/${id}/submissions`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${key}`, ...headers },
    })
    return new ApiResponse({
      status: answer.status,
      headers: answer.headers,
      body: (await answer.json()) as never,
    })
  }

  async function usageOf(formId: string) {
    const { store } = shared.running.service
    const form = (await store.forms.findPublic(formId)) ?? assert.fail()
    return store.files.usage(form.accountId)
  }

  async function upload(client: Client, text = 'content', name = 'cv.pdf'): Promise<File> {
    const answer = await client.send('POST', `/files?name=${name}`, {
      rawBody: text,
      headers: { 'content-type': 'application/pdf' },
    })
    return answer.expect(201).data<File>()
  }

  it('A form keeps the rules of its file fields, and refuses rules without sense', async () => {
    const client = await shared.client()
    const form = await client.createForm({
      fields: [{ ...CV, accept: [' Application/PDF ', '.DOCX'] }, PAGES],
    })
    assert.deepEqual(form.fields, [CV, { ...PAGES, required: false }])
    const wrong = (field: object) =>
      client.post('/forms', { name: 'x', fields: [{ name: 'f', type: 'file', ...field }] })
    for (const [field, path] of [
      [{ accept: ['pdf'] }, 'fields[0].accept[0]'],
      [{ accept: ['image/*', 'a/b/c'] }, 'fields[0].accept[1]'],
      [{ max_bytes: 0 }, 'fields[0].max_bytes'],
      [{ max_files: 21 }, 'fields[0].max_files'],
      [{ default: 'x' }, 'fields[0].default'],
    ] as const) {
      assert.deepEqual(issuePaths((await wrong(field)).error(400, 'VALIDATION_ERROR')), [path])
    }
    const many = [1, 2, 3].map((n) => ({ name: `f${n}`, type: 'file', max_files: 20 }))
    const error = (await client.post('/forms', { name: 'x', fields: many })).error(400, 'VALIDATION_ERROR')
    assert.deepEqual(issuePaths(error), ['fields[2].max_files'])
  })

  it('A page sends files without a script, and the submission has them as values', async () => {
    const client = await shared.client()
    const { id } = await client.createForm({ fields: [NAME, CV, PAGES] })
    const page = await (await fetch(`${shared.running.url}/f/${id}`)).text()
    assert.match(page, /<form method="post"[^>]* enctype="multipart\/form-data">/)
    assert.match(page, /<input [^>]*type="file"[^>]*name="cv"[^>]*accept="application\/pdf,.docx"/)
    assert.match(page, /PDF, \.docx · at most 1 KB/)
    const answer = await send(id, [
      ['name', 'Ada\r\nL'],
      ['cv', pdf('my life', '../../etc/cv\u0000\u202e.pdf')],
      ['pages', new Blob(['1'])],
      ['pages', new globalThis.File(['2'], 'zwei.txt', { type: 'text/plain' })],
    ])
    assert.equal(answer.status, 303, answer.body)
    const [data = {}] = await stored(client, id)
    const { cv, pages } = data as { cv: File; pages: File[] }
    assert.deepEqual([cv.name, cv.media_type, cv.size], ['cv.pdf', 'application/pdf', 7])
    assert.deepEqual(
      pages.map(({ name }) => name),
      ['blob', 'zwei.txt'],
    )
    assert.equal(await contentOf(client, cv), 'my life')
    ;(await client.delete(`/files/${cv.$file}`)).expect(409)
  })

  it('Controls without a chosen file are no answers', async () => {
    const client = await shared.client()
    const { id } = await client.createForm({ fields: [NAME, { name: 'cv', type: 'file' }] })
    const nothing = new globalThis.File([], '', { type: 'application/octet-stream' })
    assert.equal(
      (
        await send(id, [
          ['name', 'Ada'],
          ['cv', nothing],
        ])
      ).status,
      303,
    )
    assert.deepEqual(await stored(client, id), [{ name: 'Ada' }])
  })

  it('A refused file is named together with other problems, the other answers stay, and nothing is stored', async () => {
    const client = await shared.client()
    const { id } = await client.createForm({ fields: [NAME, { name: 'mail', type: 'email' }, CV, PAGES] })
    const wrong: [Blob, RegExp][] = [
      [pdf('x'.repeat(1_001)), /does not accept &quot;cv.pdf&quot;: it is larger than 1 KB/],
      [new globalThis.File(['x'], 'cv.exe'), /does not accept &quot;cv.exe&quot;: it takes PDF, \.docx/],
    ]
    for (const [file, message] of wrong) {
      const answer = await send(id, [
        ['name', 'Ada'],
        ['mail', 'nonsense'],
        ['cv', file],
        ['pages', pdf('ok')],
      ])
      assert.equal(answer.status, 422)
      assert.match(answer.body, message)
      assert.match(answer.body, /must be an email address/)
      assert.match(answer.body, /Please choose the file again/)
      assert.equal(shownValue(answer.body, 'name'), 'Ada')
    }
    const many = await send(id, [
      ['name', 'Ada'],
      ['cv', pdf()],
      ...[1, 2, 3, 4].map((n) => ['pages', pdf(`${n}`)] as const),
    ])
    assert.equal(many.status, 422)
    assert.match(many.body, /must not have more than 3 files/)
    assert.deepEqual(await stored(client, id), [])
    assert.deepEqual(await usageOf(id), { files: 0, bytes: 0 })
  })

  it('The script of a page gets the next address instead of a redirect, and nothing but this script may run', async () => {
    const client = await shared.client()
    const { id } = await client.createForm({ fields: [NAME, CV] })
    const answer = await send(
      id,
      [
        ['name', 'Ada'],
        ['cv', pdf()],
      ],
      { accept: 'application/json' },
    )
    assert.equal(answer.status, 200)
    assert.deepEqual(JSON.parse(answer.body), { location: `/f/${id}/thanks` })
    const page = await fetch(`${shared.running.url}/f/${id}`)
    assert.match(
      page.headers.get('content-security-policy') ?? '',
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; script-src 'sha256-[\w+/]{43}='; connect-src 'self'; img-src/,
    )
    assert.equal([...(await page.text()).matchAll(/<script/g)].length, 1)
  })

  it('Names with quotes, line breaks and any script work as in other forms', async () => {
    const client = await shared.client()
    const fields = ['a "b"', 'eins\nzwei', 'Lebenslauf 📄 履歴書', '100%22'].map((name) => ({
      name,
      type: 'file',
    }))
    const { id } = await client.createForm({ fields })
    const answer = await send(
      id,
      fields.map(({ name }) => [name, pdf(name)] as const),
    )
    assert.equal(answer.status, 303, answer.body)
    const [data = {}] = await stored(client, id)
    for (const { name } of fields) assert.equal(await contentOf(client, data[name]), name)
  })

  it('A robot is thanked, and its files are not stored', async () => {
    const client = await shared.client()
    const { id } = await client.createForm({ fields: [NAME, CV] })
    const answer = await send(id, [
      ['extra_note', 'spam'],
      ['name', 'Bot'],
      ['cv', pdf()],
    ])
    assert.equal(answer.status, 303)
    assert.deepEqual(await stored(client, id), [])
    assert.deepEqual(await usageOf(id), { files: 0, bytes: 0 })
  })

  it('One network sends a limited number of submissions, refused files included', async () => {
    const client = await shared.client()
    const { id } = await client.createForm({ fields: [NAME, CV] })
    for (let n = 0; n < 20; n += 1) {
      // The name is missing: answers without files could be repeated at will.
      assert.equal((await send(id, [['cv', pdf()]])).status, 422)
    }
    const refused = await send(id, [
      ['name', 'Ada'],
      ['cv', pdf()],
    ])
    assert.equal(refused.status, 429)
    assert.equal(shownValue(refused.body, 'name'), 'Ada')
    assert.deepEqual(await usageOf(id), { files: 0, bytes: 0 })
  })

  it('One network has a few uploads at the same time, and the next is told to wait', async () => {
    const client = await shared.client()
    const { id } = await client.createForm({ fields: [NAME, CV] })
    const { hostname, port } = new URL(shared.running.url)
    const sockets: Socket[] = []
    const begin = () => {
      const socket = connect(Number(port), hostname)
      sockets.push(socket)
      socket.on('error', () => undefined)
      socket.write(
        `POST /f/${id} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 500\r\n\r\n--b\r\n`,
      )
    }
    try {
      await until(async () => {
        begin()
        // Ours goes over a connection that is open already, and would always be the faster one.
        await new Promise((resolve) => setTimeout(resolve, 50))
        return (
          (
            await send(id, [
              ['name', 'Ada'],
              ['cv', pdf('x'.repeat(2_000))],
            ])
          ).status === 429
        )
      })
    } finally {
      for (const socket of sockets) socket.destroy()
    }
    await until(
      async () =>
        (
          await send(id, [
            ['name', 'Ada'],
            ['cv', pdf()],
          ])
        ).status === 303,
    )
  })

  it('The connection of a page that is refused before its end is closed after the answer', async () => {
    const client = await shared.client()
    const { id: withoutFiles } = await client.createForm({ fields: [NAME] })
    const { id: withFiles } = await client.createForm({ fields: [NAME, CV] })
    const { host } = new URL(shared.running.url)
    for (const [id, boundary, status] of [
      [withoutFiles, '; boundary=b', 415],
      [withFiles, '', 400],
    ] as const) {
      const answer = await sendBytes(
        shared.running,
        `POST /f/${id} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: multipart/form-data${boundary}\r\nContent-Length: 1000000\r\n\r\n--b\r\n`,
      )
      assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} .*\\r\\nconnection: close\\r\\n`, 's'))
    }
  })

  it('Strangers cannot use up the space of an account', async () => {
    const client = await shared.client('free')
    const { id } = await client.createForm({ fields: [NAME, CV] })
    const { store } = shared.running.service
    const { accountId } = (await store.forms.findPublic(id)) ?? assert.fail()
    const file = {
      id: '018f0000-0000-7000-8000-00000000000f',
      accountId,
      name: 'x',
      mediaType: 'text/plain',
      size: 900_000_000,
      sha256: accountId,
      contentId: accountId,
      createdAt: Date.now(),
    }
    await store.files.announceContent(file.contentId, Date.now() + 60_000)
    await store.write((tx) =>
      store.files.insert(tx, { file: { ...file, id: accountId }, maxAccountBytes: 1e9 }),
    )
    const answer = await send(id, [
      ['name', 'Ada'],
      ['cv', pdf()],
    ])
    assert.equal(answer.status, 503)
    assert.match(answer.body, /cannot take files at the moment/)
    assert.equal(shownValue(answer.body, 'name'), 'Ada')
    await upload(client)
  })

  it('The API takes files that were uploaded, and stores what it knows about them', async () => {
    const client = await shared.client()
    const { id } = await client.createForm({ fields: [CV, PAGES] })
    const cv = await upload(client)
    const page = await upload(client, 'page')
    const data = { cv: { $file: cv.id, name: 'lie.exe', size: 1 }, pages: [{ $file: page.id.toUpperCase() }] }
    const submission = (await client.post(`/forms/${id}/submissions`, { data }))
      .expect(201)
      .data<Submission>()
    const { id: _, created_at: __, ...value } = cv
    assert.deepEqual(submission.data['cv'], value)
    ;(await client.delete(`/files/${cv.id}`)).expect(409)
    const refuse = async (wrong: object) =>
      issuePaths(
        (await client.post(`/forms/${id}/submissions`, { data: wrong })).error(400, 'VALIDATION_ERROR'),
      )
    assert.deepEqual(await refuse({ cv: [{ $file: cv.id }] }), ['data.cv'])
    assert.deepEqual(await refuse({ cv: { $file: cv.id }, pages: { $file: page.id } }), ['data.pages'])
    assert.deepEqual(
      await refuse({
        cv: { $file: (await upload(client, 'x', 'x.pdf')).id },
        pages: [{ $file: page.id }, { $file: page.id }],
      }),
      ['data.pages'],
    )
    const other = await shared.client()
    assert.deepEqual(await refuse({ cv: { $file: (await upload(other)).id } }), ['data.cv'])
    assert.deepEqual(await refuse({ cv: { $file: (await upload(client, 'y'.repeat(1_001))).id } }), [
      'data.cv',
    ])
  })

  it('The API takes a multipart form, with the same checks and without scopes for files', async () => {
    const { full, limited } = await shared.clients(['forms:submit'])
    const { id } = await full.createForm({ fields: [NAME, { name: 'age', type: 'number' }, CV] })
    const parts = [
      ['name', 'Ada'],
      ['age', '36'],
      ['cv', pdf()],
    ] as const
    const submission = (await postParts(limited, id, parts)).expect(201).data<Submission>()
    assert.deepEqual([submission.data['name'], submission.data['age']], ['Ada', 36])
    assert.equal(await contentOf(full, submission.data['cv']), 'content')
    const wrong = [
      ['name', 'Ada'],
      ['age', 'old'],
      ['cv', new Blob(['x'])],
      ['nothing', 'x'],
      ['name', 'Bob'],
    ] as const
    const error = (await postParts(limited, id, wrong)).error(400, 'VALIDATION_ERROR')
    assert.deepEqual(issuePaths(error).toSorted(), ['data.age', 'data.cv', 'data.nothing'])
    assert.deepEqual(await usageOf(id), { files: 1, bytes: 7 })
    const typed = await limited.send('POST', `/forms/${id}/submissions`, {
      rawBody: 'x',
      headers: { 'content-type': 'text/plain' },
    })
    assert.match(typed.error(415, 'VALIDATION_ERROR').message, /application\/json or multipart\/form-data/)
  })

  it('A multipart form with the same key is stored once, and with another file it is refused', async () => {
    const client = await shared.client()
    const { id } = await client.createForm({ fields: [NAME, CV] })
    const headers = { 'idempotency-key': 'one' }
    const post = (text: string) =>
      postParts(
        client,
        id,
        [
          ['name', 'Ada'],
          ['cv', pdf(text)],
        ],
        headers,
      )
    const first = (await post('a')).expect(201)
    assert.deepEqual((await post('a')).expect(201).body, first.body)
    ;(await post('b')).error(409, 'VALIDATION_ERROR')
    assert.equal((await stored(client, id)).length, 1)
  })

  it('Workflows get the files of a submission as values, and keep them', async () => {
    const client = await shared.client()
    const form = await client.createForm({ fields: [NAME, CV] })
    const nodes = [{ id: 'form', type: 'form', data: { form_id: form.id } }]
    const workflow = await client.createWorkflow({ status: 'published', nodes })
    assert.equal(
      (
        await send(form.id, [
          ['name', 'Ada'],
          ['cv', pdf('for the run')],
        ])
      ).status,
      303,
    )
    const run = await until(async () => {
      const [summary] = (await client.get(`/workflows/${workflow.id}/executions`)).data<ExecutionSummary[]>()
      return summary?.status === 'completed' ? summary : undefined
    })
    const { input } = (await client.get(`/executions/${run.id}`)).data<Execution>()
    const { cv } = (input as { data: { cv: File } }).data
    const [submission] = (await client.get(`/forms/${form.id}/submissions`)).data<Submission[]>()
    ;(await client.delete(`/forms/${form.id}/submissions/${submission?.id}`)).expect(200)
    assert.equal(await contentOf(client, cv), 'for the run')
  })

  it('Deleting a submission, or its form, releases its files', async () => {
    const client = await shared.client()
    for (const what of ['submission', 'form']) {
      const { id } = await client.createForm({ fields: [NAME, CV] })
      assert.equal(
        (
          await send(id, [
            ['name', 'Ada'],
            ['cv', pdf(what)],
          ])
        ).status,
        303,
      )
      const [submission] = (await client.get(`/forms/${id}/submissions`)).data<Submission[]>()
      assert.ok(submission)
      const { $file } = submission.data['cv'] as File
      ;(await client.delete(`/files/${$file}`)).expect(409)
      const path = what === 'form' ? `/forms/${id}` : `/forms/${id}/submissions/${submission.id}`
      ;(await client.delete(path)).expect(200)
      ;(await client.delete(`/files/${$file}`)).expect(200)
    }
  })

  it('The CSV file names files with the address at which people download them', async () => {
    const { owner: client, browser } = await shared.person('viewer')
    const { id } = await client.createForm({ fields: [NAME, PAGES] })
    await send(id, [
      ['name', 'Ada'],
      ['pages', pdf('1', '=one.pdf')],
      ['pages', pdf('2', 'two.pdf')],
    ])
    const [data = {}] = await stored(client, id)
    const [one, two] = data['pages'] as unknown as [File, File]
    const answer = await fetch(`${shared.running.url}/v1/forms/${id}/submissions.csv`, {
      headers: { authorization: `Bearer ${client.key}` },
    })
    const cell = (await answer.text()).trimEnd().split(',').at(-1)
    const address = (file: File) => new RegExp(`https?://[^ ]+/app/v1/files/${file.$file}/content`).source
    assert.match(cell ?? '', new RegExp(`^'=one.pdf ${address(one)}; two.pdf ${address(two)}$`))
    const path = `/app/v1/files/${two.$file}/content`
    const { cookie } = browser
    assert.equal(await (await fetch(`${shared.running.url}${path}`, { headers: { cookie } })).text(), '2')
  })

  it('An approval does not ask for files', async () => {
    const client = await shared.client()
    const data = { for: 'approval', message: 'ok?', fields: [{ name: 'f', type: 'file' }] }
    const workflow = await client.createWorkflow({
      nodes: [
        { id: 'start', type: 'start' },
        { id: 'wait', type: 'wait', data },
      ],
      edges: [{ source: 'start', target: 'wait' }],
    })
    const { status, error } = await client.run(workflow)
    assert.equal(status, 'failed')
    assert.match(error?.message ?? '', /only forms take files/)
  })
})

async function until<T>(look: () => Promise<T>): Promise<Exclude<T, false | undefined>> {
  for (let tries = 0; tries < 200; tries += 1) {
    const found = await look()
    if (found !== undefined && found !== false) return found as Exclude<T, false | undefined>
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return assert.fail('It did not happen in time.')
}
