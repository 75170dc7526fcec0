import { serve } from '../commands/serve.ts'
import { readConfig } from '../settings/config.ts'

/** The service with intervals short enough for tests to wait for a takeover, which takes many seconds in production. */
await serve(readConfig({}), {
  // A loaded machine delays heartbeats by seconds: the lease must outlast that, or runs are taken over that are not lost.
  intervals: { heartbeatMs: 400, leaseTimeoutMs: 6_000, workPollMs: 400, timerPollMs: 400 },
})
