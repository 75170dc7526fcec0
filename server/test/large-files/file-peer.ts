import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { openServer } from '#test/support/open-server.ts'
import { fromForm } from './form-body.ts'
import { type LargeContent, type Measured, measure } from './large-content.ts'

/** A server that workflows download a file from and send files to. */
export interface FilePeer {
  readonly url: string
  /** What a download responds with. */
  offered: LargeContent | undefined
  /** The files in complete requests. */
  readonly received: readonly Measured[]
  /** The bytes of the body of the last request, complete or not. */
  readonly arrivedBytes: number
  /** Where the body of a download stops until `resume` is called. */
  stopAt: number
  resume(): void
  close(): Promise<void>
}

/** `GET` responds with the offered content, anything else with the size and the digest of the file in the body. */
export async function openFilePeer(): Promise<FilePeer> {
  const received: Measured[] = []
  let arrivedBytes = 0
  let stopped = Promise.withResolvers<void>()
  const { origin, close } = await openServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  const peer: FilePeer = {
    url: origin,
    offered: undefined,
    received,
    get arrivedBytes() {
      return arrivedBytes
    },
    stopAt: Infinity,
    resume() {
      peer.stopAt = Infinity
      stopped.resolve()
      stopped = Promise.withResolvers()
    },
    close,
  }
  return peer

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { offered } = peer
    if (request.method === 'GET' && offered !== undefined) {
      response.writeHead(200, {
        'content-type': 'application/octet-stream',
        'content-length': offered.size,
      })
      await pipeline(Readable.from(untilStopped(offered)), response)
      return
    }
    arrivedBytes = 0
    const type = request.headers['content-type'] ?? ''
    const chunks = counted(request)
    const body = await measure(type.startsWith('multipart/') ? fromForm(type, chunks) : chunks)
    received.push(body)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  }

  async function* untilStopped(content: LargeContent): AsyncGenerator<Buffer> {
    let bytes = 0
    for (const chunk of content.chunks()) {
      if (bytes >= peer.stopAt) await stopped.promise
      yield chunk
      bytes += chunk.length
    }
  }

  async function* counted(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      arrivedBytes += chunk.length
      yield chunk
    }
  }
}
