import * as t from '../texts/editor/expressions.ts'
import type { RunOutcome } from './across-runs.ts'

const BARS = 20
const WIDTH = 3
const GAP = 1
const HEIGHT = 14

type State = 'good' | 'bad' | 'odd' | 'none'

const fills: Record<State, string> = {
  good: 'fill-success',
  bad: 'fill-danger',
  odd: 'fill-warning',
  none: 'fill-line-strong/40',
}

/** Recent runs as bars, the oldest first: how many values each brought, and where a problem is. */
export function BarStrip({ runs }: { runs: readonly RunOutcome[] }) {
  const size = Math.max(1, Math.ceil(runs.length / BARS))
  const ordered = runs.toReversed()
  const groups = Array.from({ length: Math.ceil(ordered.length / size) }, (_, at) =>
    ordered.slice(at * size, (at + 1) * size),
  )
  const most = Math.max(1, ...groups.map(countOf))
  const bad = runs.filter((run) => stateOf([run]) !== 'good' && run.isReached).length
  const good = runs.filter(({ isReached }) => isReached).length - bad
  return (
    <svg
      role="img"
      aria-label={t.barStripLabel(good, bad)}
      width={groups.length * (WIDTH + GAP)}
      height={HEIGHT}
      className="shrink-0"
    >
      {groups.map((group, at) => {
        const height = Math.max(3, Math.round((HEIGHT * countOf(group)) / most))
        return (
          <rect
            key={group[0]?.executionId}
            x={at * (WIDTH + GAP)}
            y={HEIGHT - height}
            width={WIDTH}
            height={height}
            rx={1}
            className={fills[stateOf(group)]}
          />
        )
      })}
    </svg>
  )
}

function countOf(group: readonly RunOutcome[]): number {
  return group.reduce((sum, { values, errors, empty }) => sum + values + errors + empty, 0)
}

function stateOf(group: readonly RunOutcome[]): State {
  if (group.some(({ errors }) => errors > 0)) return 'bad'
  if (group.some(({ empty, outliers }) => empty + outliers > 0)) return 'odd'
  return group.some(({ isReached }) => isReached) ? 'good' : 'none'
}
