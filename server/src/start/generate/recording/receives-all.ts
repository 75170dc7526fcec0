import type { WireOptions } from '../../wiring/wire.ts'

/** Sends nothing anywhere: the addresses of examples are nobody's. Every receiver is content. */
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
