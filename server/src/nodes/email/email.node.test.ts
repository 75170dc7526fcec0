import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, it, type TestContext } from 'node:test'
import { Compile } from 'typebox/compile'
import { GuardedDialer, NodemailerMailClient } from '#adapters/index.ts'
import { serveTcp } from '#adapters/outgoing/testing/loopback-server.ts'
import { serveSmtp, type SmtpScript } from '#adapters/outgoing/testing/scripted-smtp-server.ts'
import { type AccountId, type JsonObject, toFileValue } from '#domain/index.ts'
import { knownCredentials } from '#nodes/testing/known-credentials.ts'
import { MemoryFiles } from '#nodes/testing/memory-files.ts'
import { nodeCall } from '#nodes/testing/node-call.ts'
import type { NodeCall, RevealedCredential } from '#ports/index.ts'
import { emailNode } from './email.node.ts'

const password = 'CANARY-p@ss/w"örd'
const mail = new NodemailerMailClient(new GuardedDialer({ policy: { allowLoopback: true, allow: [] } }))
const files = new MemoryFiles()
const letter = {
  to: 'ada@example.com',
  from: 'Shop <shop@example.com>',
  subject: 'Hello',
  text: 'It is on its way.',
}

function run(parameters: JsonObject, credential?: Partial<RevealedCredential>, call: Partial<NodeCall> = {}) {
  const node = emailNode({ mail, files, credentials: knownCredentials(credential && { c: credential }) })
  assert.ok(Compile(node.parameters).Check(parameters))
  const credentialId = credential === undefined ? undefined : 'c'
  return Promise.resolve(node.run(nodeCall({ parameters, credentialId, ...call })))
}

async function failureOf(result: ReturnType<typeof run>) {
  const done = await result
  assert.ok('ok' in done && !done.ok, JSON.stringify(done))
  assert.doesNotMatch(JSON.stringify(done), /CANARY/)
  return done
}

async function sendThrough(t: TestContext, parameters: JsonObject, script: SmtpScript = {}) {
  const server = await serveSmtp(t, script)
  const result = await run(parameters, { type: 'smtp', value: `smtp://127.0.0.1:${server.port}` })
  assert.ok('ok' in result && result.ok, JSON.stringify(result))
  const [message = ''] = server.messages
  const [head = '', ...body] = message.split('\n\n')
  return {
    output: result.output,
    recipients: server.commands.filter((line) => /^RCPT/i.test(line)),
    sender: server.commands.find((line) => /^MAIL/i.test(line)),
    headers: head.replaceAll(/\n\s+/g, ' ').split('\n'),
    body: body.join('\n\n'),
  }
}

describe('`email` node', () => {
  it('An `email` node sends a message and outputs the accepted recipients', async (t) => {
    const { output, recipients, sender, headers, body } = await sendThrough(t, letter)
    assert.deepEqual(output, {
      message_id: '<step-key@millrace>',
      accepted: ['ada@example.com'],
      rejected: [],
      response: '250 2.0.0 queued',
    })
    assert.deepEqual(recipients, ['RCPT TO:<ada@example.com>'])
    assert.match(sender ?? '', /^MAIL FROM:<shop@example\.com>/)
    for (const line of [
      'From: Shop <shop@example.com>',
      'To: ada@example.com',
      'Subject: Hello',
      'Message-ID: <step-key@millrace>',
      'Content-Type: text/plain; charset=utf-8',
    ]) {
      assert.ok(headers.includes(line), `${line} in ${headers.join(' | ')}`)
    }
    assert.equal(body.trim(), 'It is on its way.')
  })

  it('An `email` node attaches files with their names and types', async (t) => {
    const store = async (name: string, mediaType: string, content: string) => {
      const chunks = Readable.from([Buffer.from(content)])
      const created = await files.create('account' as AccountId, { name, mediaType, chunks })
      assert.ok(created.ok)
      return toFileValue(created.file)
    }
    const attachments = [
      await store('Übersicht.csv', 'text/csv', 'a,b\n1,2\n'),
      await store('scan.pdf', 'application/pdf', '%PDF-1.4'),
    ]
    const { body } = await sendThrough(t, { ...letter, attachments })
    assert.match(body, /It is on its way\./)
    assert.match(body, /Content-Type: application\/pdf; name=scan\.pdf/)
    assert.match(body, /Content-Disposition: attachment; filename=scan\.pdf/)
    assert.match(body, /filename\*0\*=utf-8''%C3%9Cbersicht\.csv/)
    for (const content of ['a,b\n1,2\n', '%PDF-1.4']) {
      assert.ok(body.includes(Buffer.from(content).toString('base64')), content)
    }
  })

  it('An `email` node with a file that does not exist sends nothing', async (t) => {
    const server = await serveSmtp(t)
    const attachments = { $file: '018f0000-0000-7000-8000-000000000000' }
    const credential = { type: 'smtp', value: `smtp://127.0.0.1:${server.port}` }
    const { message } = await failureOf(run({ ...letter, attachments }, credential))
    assert.match(message, /In `attachments`/)
    assert.deepEqual(server.messages, [])
  })

  it('An `email` node accepts several recipients as a string or a list and hides blind copies', async (t) => {
    const { recipients, headers, body } = await sendThrough(t, {
      ...letter,
      to: '"Lovelace, Ada" <ada@example.com>, bob@example.com',
      cc: ['Cem <cem@example.com>'],
      bcc: 'dan@example.com',
      reply_to: 'Help <help@example.com>',
      html: '<p>It is on its way.</p>',
    })
    assert.deepEqual(recipients, [
      'RCPT TO:<ada@example.com>',
      'RCPT TO:<bob@example.com>',
      'RCPT TO:<cem@example.com>',
      'RCPT TO:<dan@example.com>',
    ])
    assert.ok(headers.includes('To: "Lovelace, Ada" <ada@example.com>, bob@example.com'), headers.join('|'))
    assert.ok(headers.includes('Reply-To: Help <help@example.com>'))
    assert.ok(!headers.join().includes('dan@'))
    assert.match(body, /text\/plain[^]*It is on its way\.[^]*text\/html[^]*<p>It is on its way\.<\/p>/)
  })

  it('An `email` node prevents values from adding a header or a recipient', async (t) => {
    const { headers, recipients } = await sendThrough(t, {
      ...letter,
      subject: 'Hello\r\nBcc: eve@example.com\nX-Own: 1',
      text: '.\r\nRCPT TO:<eve@example.com>\r\n',
    })
    assert.ok(headers.includes('Subject: Hello Bcc: eve@example.com X-Own: 1'))
    assert.deepEqual(recipients, ['RCPT TO:<ada@example.com>'])

    for (const to of [
      ['ada@example.com, eve@example.com'],
      ['ada@example.com\r\nBcc: eve@example.com'],
      ['"a\r\nBcc: eve@example.com" <ada@example.com>'],
      ['Ada <ada@example.com> <eve@example.com>'],
      ['ada@example.com;eve@example.com'],
      'Team: ada@example.com;',
      'ada',
      '"unclosed <ada@example.com>',
      [7],
      { address: 'ada@example.com' },
    ]) {
      const { code, message, permanent } = await failureOf(run({ ...letter, to }))
      assert.deepEqual([code, permanent], ['INVALID_PARAMETERS', true], JSON.stringify(to))
      assert.match(message, /^The parameter `to` must contain email addresses/)
    }
  })

  it('An `email` node refuses a message that cannot be sent', async () => {
    const messageFor = async (parameters: JsonObject) => (await failureOf(run(parameters))).message
    assert.equal(await messageFor({ ...letter, to: [] }), 'The parameter `to` has no addresses.')
    assert.equal(await messageFor({ ...letter, to: null }), 'The parameter `to` has no addresses.')
    const single = 'The parameters `from` and `reply_to` must each be a single address.'
    assert.equal(await messageFor({ ...letter, from: 'a@x.y, b@x.y' }), single)
    assert.equal(await messageFor({ ...letter, from: '' }), single)
    assert.equal(await messageFor({ ...letter, reply_to: 'a@x.y, b@x.y' }), single)
    assert.match(
      await messageFor({ ...letter, to: `a${' '.repeat(1_000_000)}b` }),
      /^The parameter `to` must contain email addresses/,
    )
    const many = Array.from({ length: 60 }, (_, n) => `a${n}@example.com`)
    assert.equal(
      await messageFor({ ...letter, to: many, cc: many }),
      'The email has 120 recipients, but at most 100 are allowed. Split it into several emails.',
    )
    const { text: _, ...empty } = letter
    assert.equal(
      await messageFor(empty),
      'In an `email` node, the parameter `text` or `html` is missing. Set at least one of them.',
    )
  })

  it('A parameter that an `email` node does not have is no list of addresses', async (t) => {
    const { recipients } = await sendThrough(t, { ...letter, subjct: 'Hello', priority: 1 })
    assert.deepEqual(recipients, ['RCPT TO:<ada@example.com>'])
  })

  it('An `email` node reports missing content when it is checked', () => {
    const node = emailNode({ mail, files, credentials: knownCredentials() })
    assert.deepEqual(node.check?.({ to: 'x' }), [
      { parameter: 'text', message: 'the parameter `text` or `html` is missing. Set at least one of them.' },
    ])
    assert.deepEqual(node.check?.({ html: '' }), [])
  })

  it('An `email` node requires a credential of type smtp and only connects to its allowed hosts', async (t) => {
    const server = await serveSmtp(t)
    const value = `smtp://127.0.0.1:${server.port}`
    assert.deepEqual(await failureOf(run(letter)), {
      ok: false,
      code: 'CREDENTIAL_MISSING',
      message: 'This node needs a credential of type smtp. Set `credential_id` of the node.',
      permanent: true,
    })
    const other = await failureOf(run(letter, { type: 'api_key', value: password }))
    assert.equal(
      other.message,
      'This node cannot use a credential of type api_key. Choose a credential of type smtp.',
    )
    assert.equal(
      (await failureOf(run(letter, { type: 'smtp', value: password }))).code,
      'CREDENTIAL_NOT_USABLE',
    )
    const hosts = await failureOf(run(letter, { type: 'smtp', value, allowedHosts: ['mail.example.com'] }))
    assert.match(hosts.message, /must not be sent to 127\.0\.0\.1/)
    assert.equal(server.accepted(), 0)
  })

  it('An `email` node never returns the password, even if the server repeats it', async (t) => {
    const login = { user: 'ada', password }
    const value = (port: number) => `smtp://ada:${encodeURIComponent(password)}@127.0.0.1:${port}`
    const echo = Buffer.from(`\0ada\0${password}`).toString('base64')
    const fine = await serveSmtp(t, { login, answers: { QUIT: null } })
    const sent = await run(letter, { type: 'smtp', value: value(fine.port) })
    assert.ok('ok' in sent && sent.ok)

    for (const answers of [
      { AUTH: `535 5.7.8 ${echo} ${password}` },
      { RCPT: `550 no ${password}` },
      { DATA: `451 later ${encodeURIComponent(password)}` },
    ]) {
      const server = await serveSmtp(t, { login, answers })
      await failureOf(run(letter, { type: 'smtp', value: value(server.port) }))
    }
  })

  it('An `email` node can be retried after a temporary failure but not after a refusal', async (t) => {
    const codeFor = async (value: string, call: Partial<NodeCall> = {}) => {
      const failure = await failureOf(run(letter, { type: 'smtp', value }, call))
      return [failure.code, failure.permanent ?? false]
    }
    const through = async (script: SmtpScript) => {
      const { port } = await serveSmtp(t, script)
      return codeFor(`smtp://127.0.0.1:${port}`)
    }
    assert.deepEqual(await through({ answers: { RCPT: '550 unknown' } }), ['EMAIL_REJECTED', true])
    assert.deepEqual(await through({ answers: { RCPT: '450 busy' } }), ['EMAIL_REJECTED', false])
    assert.deepEqual(await through({ answers: { DATA: null } }), ['CONNECTION_FAILED', false])
    assert.deepEqual(await codeFor('smtp://127.0.0.1:1'), ['CONNECTION_FAILED', false])
    const hangs = await serveTcp(t, (socket) => socket.resume())
    assert.deepEqual(await codeFor(`smtp://127.0.0.1:${hangs.port}`, { timeoutMs: 100 }), [
      'TIMED_OUT',
      false,
    ])
    assert.deepEqual(await codeFor(`smtp://127.0.0.1:${hangs.port}`, { signal: AbortSignal.abort() }), [
      'CANCELLED',
      false,
    ])
    assert.deepEqual(await codeFor('smtp://169.254.169.254'), ['REQUEST_REFUSED', true])
    const wrong = await serveSmtp(t, { login: { user: 'ada', password: 'other' } })
    assert.deepEqual(await codeFor(`smtp://ada:wrong@127.0.0.1:${wrong.port}`), [
      'AUTHENTICATION_FAILED',
      true,
    ])
  })
})
