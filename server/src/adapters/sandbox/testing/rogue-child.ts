import process from 'node:process'
import { readMessages, writeMessage } from '../child/child-pipe.ts'
import { PREFIX_BYTES } from '../protocol/encode-message.ts'

/** A child under an attacker's control. The code it receives selects the attack. */
let id = ''
const value = { kind: 'value', restingBytes: 1 }
const bytes = (text: string) => Buffer.from(text)

const tricks: Readonly<Record<string, () => void>> = {
  honest: () => say(value, bytes('"honest"')),
  'no message': () => say({ kind: 'value' }),
  'no header': () => void process.stdout.write(Buffer.alloc(PREFIX_BYTES)),
  'endless message': () => void process.stdout.write(Buffer.alloc(PREFIX_BYTES, 0xff)),
  'noise on the pipe': () => void process.stdout.write('Hello, service!'),
  'large body': () => say(value, Buffer.alloc(1024 * 1024 + 1, 0x20)),
  'deep body': () => say(value, bytes('['.repeat(5e5) + ']'.repeat(5e5))),
  'no JSON': () => say(value, bytes('{')),
  'a prototype': () => say(value, bytes('{"__proto__":{"admin":true}}')),
  'two answers': () => {
    say(value, bytes('"first"'))
    say(value, bytes('"second"'))
  },
  'endless log': () => {
    for (let n = 0; n < 5000; n += 1) say({ kind: 'log', level: 'info', message: `${n}` })
    say(value, bytes('null'))
  },
  'another reason': () => say({ kind: 'failure', restingBytes: 1, reason: 'fine', message: 'x' }),
  'impatient files': () => {
    const file = { kind: 'file', action: 'read', file: 'x' }
    say(file)
    say(file)
  },
  'strange file': () => say({ kind: 'file', action: 'delete', file: 'x' }),
  'huge file': () =>
    say({ kind: 'file', action: 'create', name: 'x', type: 'y' }, Buffer.alloc(16 * 1024 * 1024 + 1)),
  exit: () => process.exit(7),
}

for await (const { header } of readMessages({ headerBytes: 1e6, bodyBytes: 1e6 })) {
  const request = JSON.parse(Buffer.from(header).toString()) as { id: string; code?: string }
  id = request.id
  if (request.code === undefined) say({ kind: 'ready', restingBytes: 1 })
  else tricks[request.code]?.()
}

function say(message: object, body?: Uint8Array): void {
  writeMessage({ id, ...message }, body)
}
