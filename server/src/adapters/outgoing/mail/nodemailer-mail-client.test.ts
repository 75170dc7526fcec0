import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { MailFailure } from '#ports/index.ts'
import { GuardedDialer, type GuardedDialerOptions } from '../dial/guarded-dialer.ts'
import { serveTcp } from '../testing/loopback-server.ts'
import { NodemailerMailClient } from './nodemailer-mail-client.ts'
import { serveSmtp } from '../testing/scripted-smtp-server.ts'
import { makeThrowawayCertificate } from '../testing/throwaway-certificate.ts'

const patient = { deadlineMs: 10_000 }
const login = { user: 'me@example.com', password: 'pässword/1' }
const userInfo = `${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}`

function openClient(options: Partial<GuardedDialerOptions> = {}): NodemailerMailClient {
  return new NodemailerMailClient(
    new GuardedDialer({ policy: { allowLoopback: true, allow: [] }, ...options }),
  )
}

function assertFailure(
  result: { readonly ok: true } | MailFailure,
  reason: MailFailure['reason'],
  message?: RegExp,
): asserts result is MailFailure {
  assert.ok(!result.ok, 'expected a failure')
  assert.equal(result.reason, reason, result.message)
  if (message !== undefined) assert.match(result.message, message)
  for (const spelling of [
    login.password,
    encodeURIComponent(login.password),
    Buffer.from(`\0${login.user}\0${login.password}`).toString('base64'),
  ]) {
    assert.equal(result.message.includes(spelling), false, `the password is in: ${result.message}`)
  }
}

describe('mail client: verify', () => {
  it('Verifying reads the greeting, logs in and sends nothing', async (t) => {
    const server = await serveSmtp(t, { login })
    assert.deepEqual(await openClient().verify(`smtp://${userInfo}@127.0.0.1:${server.port}`, patient), {
      ok: true,
    })
    await server.drained()
    assert.deepEqual(
      server.commands.map((command) => command.split(' ')[0]),
      ['EHLO', 'AUTH', 'QUIT'],
    )
  })

  it('The connection upgrades to TLS if offered, before the password is sent', async (t) => {
    const certificate = makeThrowawayCertificate(['mail.example'])
    const server = await serveSmtp(t, { login, certificate })
    const client = openClient({
      certificateAuthorities: certificate.cert,
      resolve: () => Promise.resolve(['127.0.0.1']),
    })
    assert.deepEqual(await client.verify(`smtp://${userInfo}@mail.example:${server.port}`, patient), {
      ok: true,
    })
    await server.drained()
    assert.deepEqual(
      server.commands.map((command) => command.replace(/(EHLO|AUTH).*/, '$1')),
      ['EHLO', 'STARTTLS', 'tls EHLO', 'tls AUTH', 'tls QUIT'],
    )
  })

  it('smtps uses TLS from the first byte', async (t) => {
    const certificate = makeThrowawayCertificate(['mail.example'])
    const server = await serveSmtp(t, { login, certificate, implicitTls: true })
    const options = {
      certificateAuthorities: certificate.cert,
      resolve: () => Promise.resolve(['127.0.0.1']),
    }
    const url = `smtps://${userInfo}@mail.example:${server.port}`
    assert.deepEqual(await openClient(options).verify(url, patient), { ok: true })
  })

  it('An untrusted certificate is refused', async (t) => {
    const certificate = makeThrowawayCertificate(['127.0.0.1'])
    const upgraded = await serveSmtp(t, { login, certificate })
    const implicit = await serveSmtp(t, { login, certificate, implicitTls: true })
    const client = openClient()
    for (const url of [
      `smtp://${userInfo}@127.0.0.1:${upgraded.port}`,
      `smtps://${userInfo}@127.0.0.1:${implicit.port}`,
    ]) {
      assertFailure(await client.verify(url, patient), 'tls', /self-signed/)
    }
    assert.equal(
      upgraded.commands.some((command) => command.includes('AUTH')),
      false,
    )
  })

  it('The password is not sent if TLS is required and not offered', async (t) => {
    const server = await serveSmtp(t, { login, answers: { STARTTLS: '502 not implemented' } })
    const result = await openClient().verify(
      `smtp://${userInfo}@127.0.0.1:${server.port}?tls=required`,
      patient,
    )
    assertFailure(result, 'tls')
    assert.equal(
      server.commands.some((command) => command.startsWith('AUTH')),
      false,
    )
  })

  it('The connection stays unencrypted if the URL says never', async (t) => {
    const server = await serveSmtp(t, { login, certificate: makeThrowawayCertificate(['127.0.0.1']) })
    const url = `smtp://${userInfo}@127.0.0.1:${server.port}?tls=never`
    assert.deepEqual(await openClient().verify(url, patient), { ok: true })
  })

  it('A wrong password is reported without the password, even if the server repeats it', async (t) => {
    const server = await serveSmtp(t, { login: { user: login.user, password: 'another' } })
    const result = await openClient().verify(`smtp://${userInfo}@127.0.0.1:${server.port}`, patient)
    assertFailure(result, 'authentication', /rejected the user name or password\. It responded: 535/)
    assert.equal(result.temporary, false)
    await server.drained()
  })

  it('A login that the server does not support is reported', async (t) => {
    const server = await serveSmtp(t, { answers: { AUTH: '502 no such command' } })
    const result = await openClient().verify(`smtp://${userInfo}@127.0.0.1:${server.port}`, patient)
    assertFailure(result, 'authentication')
  })

  it('Verifying a silent server ends at the deadline', async (t) => {
    const server = await serveSmtp(t, { greeting: '' })
    const result = await openClient().verify(`smtp://127.0.0.1:${server.port}`, { deadlineMs: 150 })
    assertFailure(result, 'timeout')
    await server.drained()
  })

  it('Verifying ends when it is cancelled', async (t) => {
    const server = await serveSmtp(t, { greeting: '' })
    const options = { ...patient, signal: AbortSignal.timeout(50) }
    assertFailure(await openClient().verify(`smtp://127.0.0.1:${server.port}`, options), 'aborted')
    await server.drained()
  })

  it('A server that refuses service, is not a mail server or closes the connection is reported', async (t) => {
    const client = openClient()
    const refusing = await serveSmtp(t, { greeting: '554 not today' })
    assertFailure(
      await client.verify(`smtp://127.0.0.1:${refusing.port}`, patient),
      'protocol',
      /554 not today/,
    )
    const other = await serveTcp(t, (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    assertFailure(await client.verify(`smtp://127.0.0.1:${other.port}`, patient), 'protocol')
    const gone = await serveSmtp(t, { answers: { EHLO: null, HELO: null } })
    assertFailure(await client.verify(`smtp://127.0.0.1:${gone.port}`, patient), 'protocol')
  })

  it('The egress guard checks mail hosts by address and by name', async () => {
    const strict = openClient({
      policy: { allowLoopback: false, allow: [] },
      resolve: () => Promise.resolve(['10.0.0.1']),
    })
    for (const host of ['127.0.0.1', '[::ffff:10.0.0.1]', '0x7f.1', 'mail.example']) {
      const result = await strict.verify(`smtp://${userInfo}@${host}:25`, patient)
      assertFailure(result, 'refused', /MILLRACE_EGRESS_ALLOW/)
      assert.equal(result.sent, false)
    }
  })

  it('A problem with an SMTP URL is reported without the URL', async () => {
    assertFailure(await openClient().verify(`http://${userInfo}@127.0.0.1`, patient), 'configuration')
    assertFailure(await openClient().verify(login.password, patient), 'configuration')
  })
})

describe('mail client: send', () => {
  const message = { from: 'a@example.com', to: ['b@example.com'], subject: 'Hello', text: 'How are you?' }

  it('A message is delivered to the server', async (t) => {
    const server = await serveSmtp(t)
    const result = await openClient().send(
      `smtp://127.0.0.1:${server.port}`,
      {
        ...message,
        cc: ['c@example.com'],
        bcc: ['d@example.com'],
        replyTo: 'r@example.com',
        html: '<p>Hi</p>',
        messageId: '<1@example.com>',
      },
      patient,
    )
    assert.ok(result.ok, JSON.stringify(result))
    assert.equal(result.messageId, '<1@example.com>')
    assert.deepEqual(result.accepted, ['b@example.com', 'c@example.com', 'd@example.com'])
    assert.deepEqual(result.rejected, [])
    const sent = server.messages[0] ?? ''
    assert.match(sent, /^Subject: Hello$/m)
    assert.match(sent, /^Reply-To: r@example.com$/m)
    assert.match(sent, /How are you\?/)
    assert.match(sent, /<p>Hi<\/p>/)
    assert.doesNotMatch(sent, /d@example\.com/)
    await server.drained()
  })

  it('A field cannot inject headers or recipients', async (t) => {
    const server = await serveSmtp(t)
    const result = await openClient().send(
      `smtp://127.0.0.1:${server.port}`,
      { ...message, subject: 'Hi\r\nBcc: evil@example.com\r\n\r\nother text' },
      patient,
    )
    assert.ok(result.ok)
    assert.doesNotMatch(server.messages[0] ?? '', /^Bcc:/im)
    assert.equal(
      server.commands.some((command) => command.includes('evil')),
      false,
    )
  })

  it('A message cannot read a file or fetch a URL', async (t) => {
    const server = await serveSmtp(t)
    const text = { path: '/etc/hostname' } as unknown as string
    const result = await openClient().send(`smtp://127.0.0.1:${server.port}`, { ...message, text }, patient)
    assert.equal(result.ok, false)
    assert.deepEqual(server.messages, [])
  })

  it('Rejected recipients are reported as temporary or permanent', async (t) => {
    const later = await serveSmtp(t, { answers: { RCPT: '450 mailbox busy' } })
    const never = await serveSmtp(t, { answers: { RCPT: '550 no such user' } })
    const soon = await openClient().send(`smtp://127.0.0.1:${later.port}`, message, patient)
    assertFailure(soon, 'rejected', /450 mailbox busy/)
    assert.deepEqual([soon.temporary, soon.sent], [true, false])
    const lost = await openClient().send(`smtp://127.0.0.1:${never.port}`, message, patient)
    assertFailure(lost, 'rejected', /550 no such user/)
    assert.deepEqual([lost.temporary, lost.sent], [false, false])
  })

  it('If the server closes the connection during a message, its delivery is unknown', async (t) => {
    const server = await serveSmtp(t, { answers: { DATA: null } })
    const result = await openClient().send(`smtp://127.0.0.1:${server.port}`, message, patient)
    assertFailure(result, 'protocol')
    assert.equal(result.sent, true)
  })
})
