import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Execution, ExecutionSummary } from '@millrace/contract/execution.ts'
import type { Form, Submission } from '@millrace/contract/form.ts'
import type { Step } from '@millrace/contract/execution-step.ts'
import type { Trigger } from '@millrace/contract/trigger.ts'
import { parseCsv, textOfCell } from '#features/forms/testing/parse-csv.ts'
import { Receiver } from '#test/support/receiver.ts'
import type { TestRequest } from '#test/support/test-service.ts'
import { ApiResponse } from '../support/api-response.ts'
import type { Client } from '../support/client.ts'
import { fromTextarea, HOSTILE_TEXTS } from '../support/hostile-texts.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'
import { PageClient } from '../support/page-client.ts'

const WELL_FORMED = HOSTILE_TEXTS.filter((text) => text.isWellFormed())
/** What an HTTP header value can contain: no control characters except the tab, and none at either end. */
const IN_HEADERS = HOSTILE_TEXTS.filter((text) =>
  /^[\u0021-\u007e][\t\u0020-\u007e]*$/.test(text.trim()),
).map((text) => text.trim())
/** As a key it enables prototype pollution, and is rejected. */
const AS_KEYS = [...HOSTILE_TEXTS.filter((text) => text !== '__proto__'), 'constructor', 'prototype']
const FIELDS_OF_A_FORM = 100

/** Set, code, log and return: each passes its input on, as a value and inside a text. */
const ECHO = {
  nodes: [
    {
      id: 'set',
      type: 'set',
      data: { values: { whole: '{{ input }}', part: '<{{ previous.texts.join("") }}>' } },
    },
    {
      id: 'code',
      type: 'code',
      data: { code: 'return { whole: previous.whole, part: previous.part, seen: input }' },
    },
    {
      id: 'log',
      type: 'log',
      data: { message: '{{ previous.whole.texts.join("") }}', data: '{{ previous.whole }}' },
    },
    { id: 'return', type: 'return', data: { value: '{{ nodes.code.output }}' } },
  ],
  edges: [
    { source: 'set', target: 'code' },
    { source: 'code', target: 'log' },
    { source: 'log', target: 'return' },
  ],
}

describeOnEveryStore('Hostile data is returned unchanged and never executed', (shared) => {
  const send = async (path: string, request: TestRequest = {}) =>
    new ApiResponse(await shared.running.request('POST', path, { key: null, ...request }))

  async function newInboundWebhook(
    client: Client,
    response: object = { respond: 'last_node' },
    more: object[] = [],
  ) {
    const nodes = [{ id: 'webhook', type: 'webhook', data: response }, ...more]
    const edges = more.length === 0 ? [] : [{ source: 'webhook', target: 'next' }]
    const { id } = await client.createWorkflow({ status: 'published', nodes, edges })
    const [trigger] = (await client.get(`/workflows/${id}/triggers`)).data<Trigger[]>()
    return new URL(trigger?.url ?? assert.fail('no address')).pathname
  }

  /** The one run that a trigger of the workflow started. */
  async function runOf(client: Client, id: string): Promise<Execution> {
    for (;;) {
      const [run] = (await client.get(`/workflows/${id}/executions`)).data<ExecutionSummary[]>()
      if (run?.status === 'completed') return (await client.get(`/executions/${run.id}`)).data<Execution>()
      assert.notEqual(run?.status, 'failed')
    }
  }

  it('Hostile input of a run is returned unchanged by nodes, code, output, steps and logs', async () => {
    const client = await shared.client()
    const input = { texts: HOSTILE_TEXTS, keys: Object.fromEntries(AS_KEYS.map((key) => [key, key])) }
    const run = await client.run(await client.createWorkflow(ECHO), input)
    const joined = HOSTILE_TEXTS.join('')
    const whole = { whole: input, part: `<${joined}>`, seen: input }
    assert.equal(run.status, 'completed', JSON.stringify(run.error))
    assert.deepEqual(run.output, whole)
    const read = (await client.get(`/executions/${run.id}`)).data<Execution>()
    assert.deepEqual(read.input, input)
    assert.deepEqual(read.output, whole)
    assert.ok(read.logs.some(({ message }) => message === joined))
    const steps = (await client.get(`/executions/${run.id}/steps`)).data<Step[]>()
    const outputs = new Map(steps.map((step) => [step.node_id, step.output]))
    assert.deepEqual(outputs.get('set'), { whole: input, part: `<${joined}>` })
    assert.deepEqual(outputs.get('code'), whole)
    assert.equal(({} as Record<string, unknown>)['polluted'], undefined)
  })

  it('Hostile form data is returned unchanged by submissions, CSV, triggers, events and webhooks', async () => {
    const client = await shared.client()
    const receiver = await Receiver.start()
    try {
      const webhook = { url: receiver.url, events: ['form.submitted'] }
      ;(await client.post('/webhooks', webhook)).expect(201)
      let deliveryCount = 0
      for (let from = 0; from < HOSTILE_TEXTS.length; from += FIELDS_OF_A_FORM) {
        const texts = HOSTILE_TEXTS.slice(from, from + FIELDS_OF_A_FORM)
        const fields = texts.map((_, n) => ({ name: `t${n}`, type: 'textarea' }))
        const form = await client.createForm({ fields })
        const onForm = { type: 'form', data: { form_id: form.id } }
        const onEvent = { type: 'event', data: { event: 'form.submitted' } }
        const triggered: string[] = []
        for (const trigger of [onForm, onEvent]) {
          const nodes = [{ id: 'trigger', ...trigger }]
          triggered.push((await client.createWorkflow({ status: 'published', nodes })).id)
        }
        const data = Object.fromEntries(texts.map((text, n) => [`t${n}`, text]))
        ;(await client.post(`/forms/${form.id}/submissions`, { data })).expect(201)
        for (const id of triggered) {
          const { input } = await runOf(client, id)
          assert.deepEqual(input?.['data'], data)
          ;(await client.delete(`/workflows/${id}`)).expect(200)
        }
        deliveryCount += 1
        const delivered = await receiver.count(deliveryCount)
        assert.deepEqual(delivered.at(-1)?.body.data['data'], data)
        await checkPageAndExport(client, form, texts)
        deliveryCount += 1
        await receiver.count(deliveryCount)
      }
    } finally {
      await receiver.close()
    }
  })

  async function checkPageAndExport(client: Client, { id }: Form, texts: readonly string[]) {
    const sent = texts.map((text, n) => [`t${n}`, text.toWellFormed()] as const)
    assert.equal((await new PageClient(shared.running).send(`/f/${id}`, sent)).status, 303)
    const list = (await client.get(`/forms/${id}/submissions`)).data<Submission[]>()
    assert.deepEqual(
      list.map(({ data }) => texts.map((_, n) => data[`t${n}`] ?? '')),
      [texts.map(fromTextarea), texts],
    )
    const headers = { authorization: `Bearer ${client.key}` }
    const response = await fetch(`${shared.running.url}/v1/forms/${id}/submissions.csv`, { headers })
    const [, byPage, byApi] = parseCsv((await response.text()).replace(/^\ufeff/, ''))
    assert.deepEqual(byPage?.slice(2).map(textOfCell), texts.map(fromTextarea))
    assert.deepEqual(
      byApi?.slice(2).map(textOfCell),
      texts.map((text) => text.toWellFormed()),
    )
  }

  it('Hostile inbound requests are returned unchanged: JSON, forms, texts, queries, headers and paths', async () => {
    const client = await shared.client()
    const path = await newInboundWebhook(client)
    const sent = async (where: string, rest: string, request: TestRequest) =>
      (await send(`${path}${rest}`, request)).expect(200).body[where]
    const pairs = new URLSearchParams(Object.fromEntries(WELL_FORMED.map((text, n) => [`t${n}`, text])))
    const parsed = Object.fromEntries(WELL_FORMED.map((text, n) => [`t${n}`, text]))

    const body = { texts: HOSTILE_TEXTS, keys: Object.fromEntries(AS_KEYS.map((key) => [key, key])) }
    assert.deepEqual(await sent('body', '', { body }), body)
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    assert.deepEqual(await sent('body', '', { rawBody: pairs.toString(), headers: form }), parsed)
    assert.deepEqual(await sent('query', `?${pairs.toString()}`, {}), parsed)
    const plain = { 'content-type': 'text/plain' }
    for (const text of [WELL_FORMED.join(''), ...WELL_FORMED.filter((one) => one.startsWith('\ufeff'))]) {
      assert.equal(await sent('body', '', { rawBody: text, headers: plain }), text)
    }
    const headers = Object.fromEntries(IN_HEADERS.map((text, n) => [`x-t${n}`, text]))
    const received = (await sent('headers', '', { headers })) as Record<string, string>
    assert.ok(IN_HEADERS.length > 100)
    for (const [name, text] of Object.entries(headers)) assert.equal(received[name], text)
    // A single dot means the current folder.
    for (const text of WELL_FORMED.filter((one) => one !== '.')) {
      assert.equal(await sent('path', `/${encodeURIComponent(text)}`, {}), `/${text}`)
    }
  })

  it('A `respond` node returns hostile bodies unchanged, and hostile headers only if they are one line', async () => {
    const client = await shared.client()
    const data = { headers: { 'x-echo': '{{ input.body.header }}' }, body: '{{ input.body.body }}' }
    const path = await newInboundWebhook(client, { respond: 'respond_node' }, [
      { id: 'next', type: 'respond', data },
    ])
    const text = WELL_FORMED.join('')
    for (const header of IN_HEADERS.slice(-20)) {
      const response = (await send(path, { body: { header, body: text } })).expect(200)
      assert.equal(response.body, text)
      assert.equal(response.headers.get('x-echo'), header)
      assert.match(response.header('content-type'), /^text\/plain/)
    }
    for (const header of HOSTILE_TEXTS.filter((one) => /[\r\n\0]/.test(one))) {
      const response = await send(path, { body: { header, body: text } })
      response.error(500, 'INTERNAL_ERROR')
      for (const name of ['x-echo', 'x-injected', 'set-cookie'])
        assert.equal(response.headers.get(name), null)
    }
  })
})
