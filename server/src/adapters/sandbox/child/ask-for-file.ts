import { MAX_CODE_FILE_BYTES } from '../protocol/sandbox-limits.ts'
import type { FileAnswer, FileMessage } from '../protocol/messages.ts'

/** Sends a request to the service and blocks until its answer is here. */
export type FileExchange = (
  message: FileMessage,
  body: Uint8Array,
) => { readonly answer: FileAnswer; readonly body: Uint8Array }

const TOO_LARGE = 'The content is larger than 16 MiB. Code takes files up to this size.'

/** What the guest gets: a JSON text with `value` or `error`, or bytes. */
export function askForFile(
  request: string,
  bytes: Uint8Array | undefined,
  exchange: FileExchange,
): string | Uint8Array {
  const [action, ...args] = JSON.parse(request) as readonly string[]
  if (action === 'create') {
    const [name = '', type = '', text] = args
    const content = text === undefined ? (bytes ?? new Uint8Array()) : Buffer.from(text)
    if (content.length > MAX_CODE_FILE_BYTES) return JSON.stringify({ error: TOO_LARGE })
    const { answer } = exchange({ kind: 'file', action, name, type }, content)
    return JSON.stringify(answer)
  }
  const { answer, body } = exchange({ kind: 'file', action: 'read', file: args[0] ?? '' }, new Uint8Array())
  if (answer.error !== undefined) return JSON.stringify(answer)
  return action === 'bytes' ? body : JSON.stringify({ value: decoder.decode(body) })
}

const decoder = new TextDecoder()
