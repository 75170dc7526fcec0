import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { matchesTag } from '../api/matches-tag.ts'

const compress = promisify(gzip)

/** A response that is the same for every client while the service runs. Built on the first request, then cached. */
export class FixedAnswer {
  readonly #type: string
  readonly #headers: Readonly<Record<string, string>>
  readonly #make: () => Promise<string | Buffer>
  #cached: Promise<{ plain: Buffer; zipped: Buffer; tag: string }> | undefined

  constructor(
    type: string,
    make: () => Promise<string | Buffer>,
    headers: Readonly<Record<string, string>> = {},
  ) {
    this.#type = type
    this.#make = make
    this.#headers = headers
  }

  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { plain, zipped, tag } = await this.#prepared()
    reply.headers({
      ...this.#headers,
      'content-type': this.#type,
      'cache-control': 'public, no-cache',
      vary: 'accept-encoding',
      etag: tag,
    })
    if (matchesTag(request.headers['if-none-match'], tag)) return reply.code(304).send()
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(plain)
    return reply.header('content-encoding', 'gzip').send(zipped)
  }

  /** Concurrent requests share the work; a failure is not cached. */
  #prepared() {
    this.#cached ??= this.#prepare().catch((error: unknown) => {
      this.#cached = undefined
      throw error
    })
    return this.#cached
  }

  async #prepare() {
    const made = await this.#make()
    const plain = typeof made === 'string' ? Buffer.from(made) : made
    const digest = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
    // Weak, because the compressed response has the same tag.
    return { plain, zipped: await compress(plain), tag: `W/"${digest}"` }
  }
}
