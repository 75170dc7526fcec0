export type { CompiledVersion } from './compile/compile-version.ts'
export { type Accepted, Engine, type WantedExecution } from './engine.ts'
export {
  type DescribedStep,
  describeSteps,
  type JournalPosition,
  StepDescriber,
  type StepDescription,
} from './replay/describe-steps.ts'
export { keepForRetry } from './replay/retry-from.ts'
export type { PollIntervals } from './worker/poll-intervals.ts'
