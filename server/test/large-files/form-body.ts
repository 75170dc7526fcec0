const BOUNDARY = 'the-boundary-of-a-test'

/** A multipart form with one file. */
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`

export function* inForm(field: string, chunks: Iterable<Buffer>): Generator<Buffer> {
  const disposition = `form-data; name="${field}"; filename="large.bin"`
  yield Buffer.from(
    `--${BOUNDARY}\r\nContent-Disposition: ${disposition}\r\nContent-Type: application/octet-stream\r\n\r\n`,
  )
  yield* chunks
  yield Buffer.from(`\r\n--${BOUNDARY}--\r\n`)
}

/** The bytes of the file in a form that has nothing else. */
export async function* fromForm(type: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const [, boundary = ''] = /boundary="?([^";]+)/.exec(type) ?? []
  const tailLength = `\r\n--${boundary}--\r\n`.length
  let waiting = Buffer.alloc(0)
  let isInFile = false
  for await (const chunk of chunks) {
    waiting = Buffer.concat([waiting, chunk])
    if (!isInFile) {
      const end = waiting.indexOf('\r\n\r\n')
      if (end === -1) continue
      waiting = waiting.subarray(end + 4)
      isInFile = true
    }
    const ready = waiting.length - tailLength
    if (ready <= 0) continue
    yield waiting.subarray(0, ready)
    waiting = waiting.subarray(ready)
  }
}
