import type { JsonObject } from '#domain/index.ts'
import { contentOf, seedOfContent, sizeOfContent } from './file-content.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { ApiClient, ApiResponse } from './service/api-client.ts'

const PATH = '/v1/files?name=uploaded.bin'

export interface UploadOptions {
  readonly api: ApiClient
  /** Called when half of a content is sent. */
  onHalf(): void
}

/** Uploads files. An upload whose response is lost is sent again: with a key it becomes the same file, without one another. */
export class Uploads {
  readonly #options: UploadOptions
  readonly #unexpectedResponses: string[]

  constructor(options: UploadOptions, unexpectedResponses: string[]) {
    this.#options = options
    this.#unexpectedResponses = unexpectedResponses
  }

  /** Undefined: it was refused. */
  async upload(token: string, bytes: Buffer, random: SeededRandom): Promise<JsonObject | undefined> {
    const { api, onHalf } = this.#options
    const options = {
      content: { bytes, onHalf },
      ...(random.chance(0.5) && { idempotencyKey: `${token} file` }),
    }
    const response = await api.sendUntilAnswered('POST', PATH, options)
    return this.#expect(response, [201]) ? { $file: response.body.data.id as string } : undefined
  }

  async uploadAndDelete(token: string, random: SeededRandom): Promise<void> {
    const content = contentOf(seedOfContent(`${token} deleted`, random), sizeOfContent(random))
    const file = await this.upload(`${token} deleted`, content, random)
    if (file === undefined) return
    const path = `/v1/files/${file['$file'] as string}`
    // Repeated after its response was lost, it finds nothing.
    this.#expect(await this.#options.api.sendUntilAnswered('DELETE', path), [200, 404])
  }

  #expect({ status, body }: ApiResponse, expected: readonly number[]): boolean {
    if (expected.includes(status)) return true
    this.#unexpectedResponses.push(`A file was answered with ${status}: ${JSON.stringify(body)}`)
    return false
  }
}
