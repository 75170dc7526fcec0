import { clsx } from 'clsx'
import * as t from '../../texts/editor/diff.ts'
import { diffLines, type DiffLine, foldSame } from './diff-lines.ts'
import { ValueView, valueText } from './value-view.tsx'

const marks: Record<DiffLine['kind'], { sign: string; className: string }> = {
  added: { sign: '+', className: 'bg-success-soft text-success-ink' },
  removed: { sign: '−', className: 'bg-danger-soft text-danger-ink' },
  same: { sign: ' ', className: 'text-muted' },
}

/** How a value changed: short ones side by side, long ones line by line. */
export function ValueDiff({ before, after }: { before: unknown; after: unknown }) {
  const [left, right] = [valueText(before), valueText(after)]
  const isLong = [left, right].some((text) => text.includes('\n') || text.length > 120)
  if (before !== undefined && after !== undefined && isLong) return <LineDiff before={left} after={right} />
  return (
    <div className="grid gap-1.5">
      <Side label={t.before} value={before} tone="removed" />
      <Side label={t.after} value={after} tone="added" />
    </div>
  )
}

function Side({ label, value, tone }: { label: string; value: unknown; tone: 'added' | 'removed' }) {
  const { sign, className } = marks[tone]
  return (
    <div
      className={clsx(
        'flex gap-2 rounded-[0.375rem] px-2 py-1',
        value === undefined ? 'bg-sunken' : className,
      )}
    >
      <span className="sr-only">{label}</span>
      <span aria-hidden="true" className="w-2 shrink-0 font-mono text-xs leading-5 select-none">
        {sign}
      </span>
      <ValueView value={value} className="min-w-0 flex-1" />
    </div>
  )
}

function LineDiff({ before, after }: { before: string; after: string }) {
  const lines = foldSame(diffLines(before, after))
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long text scrolls by keyboard
      tabIndex={0}
      className="max-h-72 overflow-auto rounded-[0.375rem] border border-line font-mono text-xs leading-5"
    >
      {lines.map((line, index) => (
        // The lines of a difference never change their order.
        // oxlint-disable-next-line react/no-array-index-key
        <Line key={index} line={line} />
      ))}
    </div>
  )
}

function Line({ line }: { line: DiffLine | undefined }) {
  if (line === undefined) {
    return (
      <p className="border-y border-line bg-sunken px-2 text-center text-muted first:border-t-0 last:border-b-0">
        <span className="sr-only">{t.unchangedLines}</span>
        <span aria-hidden="true">⋯</span>
      </p>
    )
  }
  const { sign, className } = marks[line.kind]
  return (
    <p className={clsx('flex gap-2 px-2 whitespace-pre-wrap', className)}>
      <span className="sr-only">{t.lineMarks[line.kind]}</span>
      <span aria-hidden="true" className="w-2 shrink-0 select-none">
        {sign}
      </span>
      <span className="min-w-0 flex-1 break-words">{line.text}</span>
    </p>
  )
}
