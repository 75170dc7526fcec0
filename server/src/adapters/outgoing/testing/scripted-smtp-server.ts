import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { type Lifetime, type LoopbackServer, serveTcp } from './loopback-server.ts'
import type { ThrowawayCertificate } from './throwaway-certificate.ts'

export interface SmtpScript {
  readonly greeting?: string
  readonly certificate?: ThrowawayCertificate
  /** TLS from the first byte instead of STARTTLS. */
  readonly implicitTls?: boolean
  readonly login?: { readonly user: string; readonly password: string }
  /** The response to an accepted message. */
  readonly queued?: string
  /** Responses that replace the default ones, by the first word of the command. Null closes the connection. */
  readonly answers?: Readonly<Record<string, string | null>>
}

export interface ScriptedSmtpServer extends LoopbackServer {
  /** The received commands in order. Those received over TLS have the prefix `tls `. */
  readonly commands: readonly string[]
  readonly messages: readonly string[]
}

/** The subset of an SMTP server that the tests of the mail client need. */
export async function serveSmtp(t: Lifetime, script: SmtpScript = {}): Promise<ScriptedSmtpServer> {
  const commands: string[] = []
  const messages: string[] = []

  const talk = (socket: Socket, secured: boolean) => {
    let waiting = ''
    let message: string[] | undefined
    const say = (line: string) => socket.write(`${line}\r\n`)
    socket.on('error', () => {})
    socket.setEncoding('utf8').on('data', (text: string) => {
      waiting += text
      for (let end = waiting.indexOf('\r\n'); end >= 0; end = waiting.indexOf('\r\n')) {
        const line = waiting.slice(0, end)
        waiting = waiting.slice(end + 2)
        if (message === undefined) answer(line)
        else if (line === '.') {
          messages.push(message.join('\n'))
          message = undefined
          say(script.queued ?? '250 2.0.0 queued')
        } else message.push(line)
      }
    })
    const answer = (line: string) => {
      commands.push(`${secured ? 'tls ' : ''}${line}`)
      const word = (line.split(' ')[0] ?? '').toUpperCase()
      const scripted = script.answers?.[word]
      if (scripted === null) socket.destroy()
      else if (scripted !== undefined) say(scripted)
      else if (word === 'EHLO') {
        const offersTls = script.certificate !== undefined && !secured
        say(
          [
            '250-test',
            ...(offersTls ? ['250-STARTTLS'] : []),
            ...(script.login ? ['250-AUTH PLAIN'] : []),
            '250 OK',
          ].join('\r\n'),
        )
      } else if (word === 'STARTTLS') {
        socket.removeAllListeners('data')
        say('220 go ahead')
        talk(secure(socket), true)
      } else if (word === 'AUTH') {
        const expected = `\0${script.login?.user}\0${script.login?.password}`
        const given = line.split(' ')[2] ?? ''
        say(given === Buffer.from(expected).toString('base64') ? '235 welcome' : `535 5.7.8 wrong: ${given}`)
      } else if (word === 'DATA') {
        message = []
        say('354 go on')
      } else if (word === 'QUIT') socket.end('221 bye\r\n')
      else say('250 OK')
    }
  }
  const secure = (socket: Socket) => new TLSSocket(socket, { isServer: true, ...script.certificate })

  const server = await serveTcp(t, (socket) => {
    const stream = script.implicitTls === true ? secure(socket) : socket
    talk(stream, script.implicitTls === true)
    if (script.greeting !== '') stream.write(`${script.greeting ?? '220 test ESMTP'}\r\n`)
  })
  return { ...server, commands, messages }
}
