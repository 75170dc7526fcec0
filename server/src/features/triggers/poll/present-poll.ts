import type { PollStatus } from '@millrace/contract/poll.ts'
import type { Poll } from '#domain/index.ts'
import { timestampOrNull } from '../../shared/timestamps.ts'

/** The polls of a trigger; undefined if it has not polled yet. */
export function presentPoll(poll: Poll | undefined, remembered: number): PollStatus {
  return {
    cursor: poll?.cursor ?? null,
    polled_at: timestampOrNull(poll?.polledAt ?? null),
    found: poll?.found ?? 0,
    remembered,
    failures: poll?.failures ?? 0,
    failing_since: timestampOrNull(poll?.failingSince ?? null),
    error: poll?.error ?? null,
  }
}
