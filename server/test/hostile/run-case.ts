import { setTimeout as pause } from 'node:timers/promises'
import type { HostileCase } from './hostile-case.ts'
import { findStall, type Stall } from './probe/find-stall.ts'
import type { Probe } from './probe/probe.ts'
import type { Answers, Measurement } from './probe/probe-messages.ts'
import { Attack } from './service/attack.ts'
import { type Bystander, orderFor } from './service/bystander.ts'
import type { Target } from './service/target.ts'

/** The promise: nobody waits longer for somebody else's work. */
export const MAX_STALL_MS = 100
/** What cases do in floods ends then, also on a machine that answers slowly. */
const ATTACK_MS = 8_000
/** Work that goes on after its request was answered is measured as well. */
const AFTER_MS = 400
/** A service that is still busy then is not waited for. */
const CALM_WITHIN_MS = 20_000
const CALM_FOR = 20
const CALM_MS = 50

export interface CaseResult {
  readonly livez: Stall
  readonly execute: Stall
  /** How long the service computed at most without a turn of its event loop. */
  readonly turnMs: number
  /** The longest answer of the server that does nothing. */
  readonly machineMs: number
  readonly note: string
  /** What went wrong besides stalls. */
  readonly problems: readonly string[]
  /** Whether the service answers promptly again. */
  readonly isCalm: boolean
}

export function hasPassed({ problems, ...result }: CaseResult): boolean {
  return longestStall(result) <= MAX_STALL_MS && problems.length === 0
}

export type Judgement = Pick<CaseResult, 'livez' | 'execute' | 'turnMs' | 'machineMs'>

export function longestStall({ livez, execute, turnMs }: Omit<Judgement, 'machineMs'>): number {
  return Math.max(livez.ms, execute.ms, turnMs)
}

/** Runs one case while the probe measures what somebody else notices of it. */
export async function runCase(
  hostile: HostileCase,
  {
    target,
    probe,
    bystander,
    attackMs = ATTACK_MS,
  }: { target: Target; probe: Probe; bystander: Bystander; attackMs?: number | undefined },
): Promise<CaseResult> {
  const stop = await probe.start(orderFor(target, bystander, hostile.bystander ?? 'instant'))
  const stopping = new AbortController()
  const deadline = setTimeout(() => stopping.abort(), attackMs)
  const attack = new Attack(target, stopping.signal, (pid) => probe.follow(pid))
  const startedAt = Date.now()
  const problemsBefore = target.problems().length
  const problems: string[] = []
  let note = ''
  try {
    note = (await endWithin(hostile.run(attack), stopping.signal)) ?? ''
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error))
  }
  await pause(AFTER_MS)
  clearTimeout(deadline)
  const measurement = await stop()
  attack.close()
  if (target.hasEnded) problems.push('The service ended.')
  problems.push(...target.problems().slice(problemsBefore), ...wrongAnswers(measurement, hostile))
  return {
    ...judge(measurement, {
      turnMs: target.turns.longestSince(startedAt),
      usualMs: hostile.bystander === 'code' ? bystander.codeMs : 0,
    }),
    note: [note, attack.answers].filter((part) => part !== '').join('; '),
    problems,
    isCalm: !target.hasEnded && (await isCalm(target)),
  }
}

/** A case ends by itself soon after its signal; one that hangs on an unanswered request is left behind. */
async function endWithin<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  const left = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => setTimeout(resolve, 2_000, undefined))
  })
  return Promise.race([work, left])
}

export function judge(
  { livez, execute, noise }: Measurement,
  { turnMs, usualMs }: { readonly turnMs: number; readonly usualMs: number },
): Judgement {
  const found = findStall(execute.spans, noise)
  return {
    livez: findStall(livez.spans, noise),
    execute: { ...found, ms: Math.max(0, found.ms - usualMs) },
    turnMs,
    machineMs: noise.bare.reduce((longest, { start, end }) => Math.max(longest, end - start), 0),
  }
}

function wrongAnswers({ livez, execute }: Measurement, { restarts }: HostileCase): string[] {
  const describe = (what: string, { wrong, broken }: Answers) => [
    ...wrong.map((answer) => `${what} was answered with ${answer}`),
    ...(broken > 0 && restarts !== true ? [`${what} lost its connection ${broken} times.`] : []),
  ]
  return [...describe('/livez', livez), ...describe("The bystander's execute", execute)]
}

async function isCalm(target: Target): Promise<boolean> {
  const until = performance.now() + CALM_WITHIN_MS
  let quick = 0
  while (performance.now() < until && !target.hasEnded) {
    const startedAt = performance.now()
    const isAnswered = await fetch(`${target.url}/livez`, { signal: AbortSignal.timeout(CALM_WITHIN_MS) })
      .then(async (answer) => (await answer.text()) !== '')
      .catch(() => false)
    quick = isAnswered && performance.now() - startedAt < CALM_MS ? quick + 1 : 0
    if (quick >= CALM_FOR) return true
    await pause(5)
  }
  return false
}
