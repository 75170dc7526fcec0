import type { ApiVersion } from '@millrace/contract/versions.ts'
import type { Entrance } from '../api/entrance.ts'
import { versionHeaders } from '../api/version-headers.ts'
import type { SessionGuard, WebSession } from './session-guard.ts'

/**
 * The operations for people who are signed in: the same as under `/v1`, with the session instead of a key. Requests do not
 * count against the plan, which limits programs.
 */
export function sessionEntrance(guard: SessionGuard<WebSession>, version: ApiVersion): Entrance {
  return {
    prefix: `/app/${version.name}`,
    headers: versionHeaders(version),
    async admit(request) {
      guard.refuseForeignOrigin(request)
      const { caller } = await guard.require(request)
      return caller
    },
    proofOf: (request) => guard.proofOf(request),
    readmit: (token) => guard.readmit(token),
  }
}
