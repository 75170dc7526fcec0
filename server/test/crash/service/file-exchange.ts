import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { openServer } from '#test/support/open-server.ts'
import { contentOf } from '../file-content.ts'

/** Where workflows download files from and send files to. */
export interface FileExchange {
  readonly url: string
  /** Called when half of a content is on its way. */
  onMoment: (() => void) | undefined
  close(): Promise<void>
}

/** `GET /made?seed=a&bytes=9` responds with a content; `PUT /taken` responds with the digest of what it received. */
export async function openFileExchange(): Promise<FileExchange> {
  const { origin, close } = await openServer((request, response) => {
    // Its counterpart was killed.
    answer(request, response).catch(() => response.destroy())
  })
  const exchange: FileExchange = { url: origin, onMoment: undefined, close }
  return exchange

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { searchParams } = new URL(request.url ?? '', exchange.url)
    if (request.method === 'PUT') {
      const hash = createHash('sha256')
      for await (const chunk of request) hash.update(chunk as Buffer)
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ sha256: hash.digest('hex') }))
      return
    }
    const content = contentOf(searchParams.get('seed') ?? '', Number(searchParams.get('bytes')))
    const half = content.length >> 1
    response.writeHead(200, {
      'content-type': 'application/octet-stream',
      'content-length': content.length,
    })
    response.write(content.subarray(0, half))
    exchange.onMoment?.()
    await pause(Number(searchParams.get('slow_ms')))
    response.end(content.subarray(half))
  }
}
