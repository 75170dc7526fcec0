import { isFinal, isResult, type JournalEntry } from '#domain/index.ts'
import { stepKey } from '#engine/compile/iteration-path.ts'
import type { Rule, StoredExecution, Violation } from './history.ts'

/** The step of an entry, in the notation of effects. */
export function keyOf(entry: JournalEntry): string {
  return stepKey(entry.iteration ?? '', entry.nodeId)
}

/** Checks what one execution left in the database. */
export function checkJournal(execution: StoredExecution): Violation[] {
  return [...checkLiveConditions(execution), ...checkPages(execution), ...checkSteps(execution)].map(
    ([rule, detail]) => ({ rule, executionId: execution.id, detail }),
  )
}

type Found = readonly [rule: Rule, detail: string]

function* checkLiveConditions(execution: StoredExecution): Generator<Found> {
  const { status, startedAt, completedAt, output, error, waits, signals, slots } = execution
  if (!isFinal(status)) {
    yield ['stuck', `It is still ${status}.`]
    if (completedAt !== null) yield ['end', `It is ${status} but has a completion time.`]
    return
  }
  if (completedAt === null) yield ['end', `It is ${status} but has no completion time.`]
  else if (completedAt < startedAt) yield ['end', 'It ended before it started.']
  if (output === null) yield ['end', `It is ${status} but has no output.`]
  if ((status === 'failed') !== (error !== null)) {
    yield ['end', `It is ${status}, and its error is ${JSON.stringify(error)}.`]
  }
  if (waits > 0) yield ['leftover', `It has ${waits} leftover waits.`]
  if (signals > 0) yield ['leftover', `It has ${signals} leftover signals.`]
  if (slots > 0) yield ['leftover', 'It still has a concurrency slot.']
}

function* checkPages({ journal, sequence }: StoredExecution): Generator<Found> {
  const found = journal.map((page) => page.sequence)
  const wanted = Array.from({ length: sequence }, (_, index) => index)
  if (found.join() !== wanted.join()) {
    yield ['journal', `The journal has the pages ${found.join()} of ${sequence}.`]
  }
}

function* checkSteps(execution: StoredExecution): Generator<Found> {
  const entries = execution.journal.flatMap(({ steps }) => steps)
  for (const [step, ofStep] of Map.groupBy(entries, keyOf)) {
    const results = ofStep.filter(isResult)
    if (results.length > 1) yield ['result', `"${step}" has ${results.length} results.`]
    const [result] = results
    if (result !== undefined && ofStep.at(-1) !== result) {
      yield ['journal', `"${step}" has an entry after its result.`]
    }
    if (ofStep.filter(({ status }) => status === 'opened').length > 1) {
      yield ['result', `The loop "${step}" was begun more than once.`]
    }
    yield* checkTimes(step, ofStep)
  }
}

/** A timer and a pause before the next attempt end at their time or later. */
function* checkTimes(step: string, entries: readonly JournalEntry[]): Generator<Found> {
  for (const [index, entry] of entries.entries()) {
    const after = entries[index + 1]
    if (after === undefined || isSameWait(entry, after)) continue
    const at = isResult(after) ? after.endedAt : after.startedAt
    const until =
      entry.status === 'retrying'
        ? entry.resumeAt
        : entry.status === 'waiting' && entry.for === 'timer'
          ? (entry.until ?? 0)
          : 0
    if (at < until) yield ['early', `"${step}" continued ${until - at} ms too early.`]
  }
}

/** The wait was moved by a correction of the clock. */
function isSameWait(entry: JournalEntry, after: JournalEntry): boolean {
  return 'waitId' in entry && 'waitId' in after && entry.waitId === after.waitId
}
