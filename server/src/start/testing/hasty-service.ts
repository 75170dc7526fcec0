import { serve } from '../commands/serve.ts'
import { readConfig } from '../settings/config.ts'

/** The service, at a pace at which a test can wait for what takes the real one many seconds. */
await serve(readConfig({}), {
  pace: { beatMs: 400, silenceMs: 2_400, lookForWorkMs: 400, lookForDueMs: 400 },
})
