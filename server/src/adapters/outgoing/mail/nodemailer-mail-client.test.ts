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

describe('verifying a mail server', () => {
  it('reads the greeting, logs in and sends nothing', async (t) => {
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

  it('upgrades to TLS where it is offered, before the password goes out', async (t) => {
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

  it('speaks TLS from the first byte to smtps', async (t) => {
    const certificate = makeThrowawayCertificate(['mail.example'])
    const server = await serveSmtp(t, { login, certificate, implicitTls: true })
    const options = {
      certificateAuthorities: certificate.cert,
      resolve: () => Promise.resolve(['127.0.0.1']),
    }
    const url = `smtps://${userInfo}@mail.example:${server.port}`
    assert.deepEqual(await openClient(options).verify(url, patient), { ok: true })
  })

  it('does not accept a certificate nobody vouches for', async (t) => {
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

  it('keeps the password to itself when TLS is required and not offered', async (t) => {
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

  it('stays in clear when the URL says never', async (t) => {
    const server = await serveSmtp(t, { login, certificate: makeThrowawayCertificate(['127.0.0.1']) })
    const url = `smtp://${userInfo}@127.0.0.1:${server.port}?tls=never`
    assert.deepEqual(await openClient().verify(url, patient), { ok: true })
  })

  it('tells a wrong password, without repeating it when the server does', async (t) => {
    const server = await serveSmtp(t, { login: { user: login.user, password: 'another' } })
    const result = await openClient().verify(`smtp://${userInfo}@127.0.0.1:${server.port}`, patient)
    assertFailure(result, 'authentication', /did not accept the user name and password\. It answered: 535/)
    assert.equal(result.temporary, false)
    await server.drained()
  })

  it('tells that a login is not wanted', async (t) => {
    const server = await serveSmtp(t, { answers: { AUTH: '502 no such command' } })
    const result = await openClient().verify(`smtp://${userInfo}@127.0.0.1:${server.port}`, patient)
    assertFailure(result, 'authentication')
  })

  it('ends at its deadline when the server says nothing', async (t) => {
    const server = await serveSmtp(t, { greeting: '' })
    const result = await openClient().verify(`smtp://127.0.0.1:${server.port}`, { deadlineMs: 150 })
    assertFailure(result, 'timeout')
    await server.drained()
  })

  it('ends when it is cancelled', async (t) => {
    const server = await serveSmtp(t, { greeting: '' })
    const options = { ...patient, signal: AbortSignal.timeout(50) }
    assertFailure(await openClient().verify(`smtp://127.0.0.1:${server.port}`, options), 'aborted')
    await server.drained()
  })

  it('tells a server that refuses service, is none, or hangs up', async (t) => {
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

  it('is under the guard, by literal and by name', async () => {
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

  it('tells what is wrong with a URL, not what the URL is', async () => {
    assertFailure(await openClient().verify(`http://${userInfo}@127.0.0.1`, patient), 'configuration')
    assertFailure(await openClient().verify(login.password, patient), 'configuration')
  })
})

describe('sending mail', () => {
  const message = { from: 'a@example.com', to: ['b@example.com'], subject: 'Hello', text: 'How are you?' }

  it('hands the message over', async (t) => {
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

  it('cannot be made to add headers or recipients through a field', async (t) => {
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

  it('cannot be made to read a file or fetch an address', async (t) => {
    const server = await serveSmtp(t)
    const text = { path: '/etc/hostname' } as unknown as string
    const result = await openClient().send(`smtp://127.0.0.1:${server.port}`, { ...message, text }, patient)
    assert.equal(result.ok, false)
    assert.deepEqual(server.messages, [])
  })

  it('tells refused recipients, for now and for good', async (t) => {
    const later = await serveSmtp(t, { answers: { RCPT: '450 mailbox busy' } })
    const never = await serveSmtp(t, { answers: { RCPT: '550 no such user' } })
    const soon = await openClient().send(`smtp://127.0.0.1:${later.port}`, message, patient)
    assertFailure(soon, 'rejected', /450 mailbox busy/)
    assert.deepEqual([soon.temporary, soon.sent], [true, false])
    const lost = await openClient().send(`smtp://127.0.0.1:${never.port}`, message, patient)
    assertFailure(lost, 'rejected', /550 no such user/)
    assert.deepEqual([lost.temporary, lost.sent], [false, false])
  })

  it('does not know whether a message arrived when the server hangs up on it', async (t) => {
    const server = await serveSmtp(t, { answers: { DATA: null } })
    const result = await openClient().send(`smtp://127.0.0.1:${server.port}`, message, patient)
    assertFailure(result, 'protocol')
    assert.equal(result.sent, true)
  })
})
