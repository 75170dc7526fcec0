/** One message between the service and a child: a JSON header and a raw body. */
export interface PipeMessage {
  readonly header: Uint8Array
  readonly body: Uint8Array
}

export interface MessageLimits {
  readonly headerBytes: number
  readonly bodyBytes: number
}

/** The prefix holds the lengths of the header and the body, four bytes each. */
export const PREFIX_BYTES = 8

export function encodeMessage(header: object, body: Uint8Array = new Uint8Array()): Buffer {
  const head = Buffer.from(JSON.stringify(header))
  const prefix = Buffer.alloc(PREFIX_BYTES)
  prefix.writeUInt32LE(head.length, 0)
  prefix.writeUInt32LE(body.length, 4)
  return Buffer.concat([prefix, head, body])
}

/** The lengths in the prefix; undefined if they exceed the limits. */
export function readPrefix(
  prefix: Buffer,
  limits: MessageLimits,
): { headerBytes: number; bodyBytes: number } | undefined {
  const headerBytes = prefix.readUInt32LE(0)
  const bodyBytes = prefix.readUInt32LE(4)
  if (headerBytes > limits.headerBytes || bodyBytes > limits.bodyBytes) return undefined
  return { headerBytes, bodyBytes }
}
