export type { ClockCorrection } from './worker/clock-watch.ts'
export type { CompiledVersion } from './compile/compile-version.ts'
export type { CheckedNode } from './check/check-definition.ts'
export { findInputProblems } from './worker/input-checks.ts'
export type { VariableRead } from './check/check-references.ts'
export { Engine } from './engine.ts'
export {
  type DescribedStep,
  DescribedSteps,
  describeSteps,
  type JournalPosition,
  StepDescriber,
  type StepDescription,
} from './replay/describe-steps.ts'
export { keepForRetry, possibleNodes, stepKeyOf } from './replay/retry-from.ts'
export type { RunEnd, StepDifference } from './shadow/compare-runs.ts'
export { type ShadowRun, ShadowRuns } from './shadow/shadow-runs.ts'
export { Turns } from './turns/turns.ts'
export type { Accepted, ExecutionRequest } from './worker/acceptance.ts'
export { ExecutionWatch } from './worker/execution-watch.ts'
export type { PollIntervals } from './worker/poll-intervals.ts'
