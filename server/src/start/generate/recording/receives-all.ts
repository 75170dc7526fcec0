import type { WireOptions } from '../../wiring/wire.ts'

/** Sends nothing, because the URLs of the examples do not exist. Every request succeeds. */
export const receivesAll: NonNullable<WireOptions['http']> = {
  send: async ({ url }) => ({
    ok: true,
    status: 204,
    headers: {},
    body: new Uint8Array(),
    truncated: false,
    url,
  }),
  close: async () => undefined,
}
