import { createContext, use, useMemo, type ReactNode } from 'react'
import { type RecordedRun, RunData } from './evaluate.ts'
import type { Knowledge } from './completions.ts'
import type { ScopePosition } from './scope-position.ts'

/** What expression fields know: where they stand and which recorded data to use. */
export interface ExpressionScope {
  readonly position: ScopePosition
  /** The run in view, or pinned data alone if there was no run. */
  readonly run: RecordedRun | undefined
  /** Without a run: the fields that are known in advance, for completion only. */
  readonly example?: RecordedRun | undefined
  /** What people read for the answers to a form whose names would tell them nothing. */
  readonly answerLabels?: ReadonlyMap<string, string>
  readonly status: 'loading' | 'error' | 'ready'
  /** The item of the loop around the node that the preview shows; the last one by default. */
  readonly itemIndex: number | undefined
  setItemIndex(index: number): void
  /** The latest runs, to choose one from. */
  readonly runs: readonly {
    readonly executionId: string
    readonly startedAt: string
    readonly status: string
  }[]
  chooseRun(executionId: string): void
  /** The address of a run. */
  linkToRun(executionId: string): string
}

const Context = createContext<ExpressionScope | undefined>(undefined)

export function ExpressionScopeProvider({
  scope,
  children,
}: {
  scope: ExpressionScope
  children: ReactNode
}) {
  return <Context value={scope}>{children}</Context>
}

/** Undefined where expressions cannot read any data, such as in a dialog. */
export function useExpressionScope(): ExpressionScope | undefined {
  return use(Context)
}

const noRun: RecordedRun = {
  executionId: '',
  startedAt: '',
  triggerNodeId: null,
  input: {},
  outputs: {},
  leftOut: [],
}

/** Pinned data counts even if there was no run. */
export function dataOf({ position, run }: Pick<ExpressionScope, 'position' | 'run'>): RunData {
  return new RunData(position, run ?? noRun)
}

export function useKnowledge(scope: ExpressionScope | undefined, hasEvent: boolean): Knowledge | undefined {
  const { position, itemIndex, answerLabels } = scope ?? {}
  const run = scope?.run ?? scope?.example
  return useMemo(
    () =>
      position && {
        position,
        scope: dataOf({ position, run }).at(itemIndex).scope,
        hasEvent,
        ...(answerLabels && { answerLabels }),
      },
    [position, run, itemIndex, hasEvent, answerLabels],
  )
}
