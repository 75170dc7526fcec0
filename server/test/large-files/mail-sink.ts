import { createHash, type Hash } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { Measured } from './large-content.ts'

/** A mail server that measures the attachment of each message and keeps none of them. */
export interface MailSink {
  readonly url: string
  readonly attachments: readonly Measured[]
  /** Called once within each message, when a part of its attachment has arrived. */
  onAttachment: (() => void) | undefined
  close(): Promise<void>
}

export async function openMailSink(): Promise<MailSink> {
  const attachments: Measured[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    let message: Message | undefined
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    socket.write('220 sink ESMTP\r\n')
    socket.on('data', (chunk: Buffer) => {
      if (message === undefined) {
        for (const line of chunk.toString('latin1').split('\r\n').filter(Boolean)) {
          const isData = /^DATA/i.test(line)
          if (isData) message = new Message(() => sink.onAttachment?.())
          socket.write(isData ? '354 go on\r\n' : /^QUIT/i.test(line) ? '221 bye\r\n' : '250 OK\r\n')
        }
        return
      }
      if (!message.add(chunk)) return
      attachments.push(message.attachment())
      message = undefined
      socket.write('250 queued\r\n')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const sink: MailSink = {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    attachments,
    onAttachment: undefined,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  return sink
}

const HEAD_END = /\r\nContent-Disposition: attachment[^]*?\r\n\r\n/i

/** A message on its way. Its last part is an attachment in base64. */
class Message {
  readonly #onAttachment: () => void
  readonly #hash: Hash = createHash('sha256')
  #size = 0
  /** Text that is not read yet: the head of the message, or digits that do not make a whole number of bytes. */
  #rest = ''
  #end = ''
  #part: 'head' | 'attachment' | 'tail' = 'head'

  constructor(onAttachment: () => void) {
    this.#onAttachment = onAttachment
  }

  /** True: the message is complete. */
  add(chunk: Buffer): boolean {
    const text = chunk.toString('latin1')
    this.#end = (this.#end + text.slice(-5)).slice(-5)
    this.#rest += text
    if (this.#part === 'head') this.#readHead()
    if (this.#part === 'attachment') this.#readAttachment()
    return this.#end === '\r\n.\r\n'
  }

  attachment(): Measured {
    return { size: this.#size, sha256: this.#hash.digest('hex') }
  }

  #readHead(): void {
    const found = HEAD_END.exec(this.#rest)
    if (found === null) return
    this.#rest = this.#rest.slice(found.index + found[0].length)
    this.#part = 'attachment'
    this.#onAttachment()
  }

  /** Up to the boundary, which begins with a character that base64 does not have. */
  #readAttachment(): void {
    const [digits = '', ...tail] = this.#rest.split('-')
    const compact = digits.replaceAll('\r\n', '')
    if (tail.length > 0) this.#part = 'tail'
    // A line break may be cut in two; what is left is at most three digits and a carriage return.
    const whole = tail.length > 0 ? compact.length : (compact.replace(/\r$/, '').length >> 2) << 2
    const bytes = Buffer.from(compact.slice(0, whole), 'base64')
    this.#hash.update(bytes)
    this.#size += bytes.length
    this.#rest = tail.length > 0 ? '' : compact.slice(whole)
  }
}
