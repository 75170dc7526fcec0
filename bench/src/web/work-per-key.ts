/** An event of a trace of Chromium; times in microseconds. */
interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  /** Processor time. */
  readonly tdur?: number
  readonly args: { readonly data?: { readonly type?: string } }
}

interface KeyWork {
  /** The duration of the tasks of the main thread from the key to the end of the first paint after it. */
  readonly workMs: number
  readonly cpuMs: number
  readonly layouts: number
  readonly paintMs: number
  /** Processor time of all tasks until the next key. */
  readonly allCpuMs: number
}

/**
 * Reads from a trace what each key cost. A key that the next one overtook, because nothing was painted in between, counts to the
 * paint of both.
 */
export function workPerKey(events: readonly TraceEvent[]): readonly KeyWork[] {
  const first = events.find((event) => isInput(event, 'keydown'))
  if (first === undefined) throw new Error('The trace has no key.')
  const main = events
    .filter(({ ph, pid, tid }) => ph === 'X' && pid === first.pid && tid === first.tid)
    .toSorted((one, other) => one.ts - other.ts)
  const keys = main.filter((event) => isInput(event, 'keydown'))
  const tasks = main.filter(({ name }) => name === 'RunTask')
  const layouts = main.filter(({ name }) => name === 'Layout')
  const paints = main.filter(({ name }) => name === 'Commit')
  return keys.flatMap((key, index) => {
    const typed = main.find((event) => event.ts >= key.ts && isInput(event, 'input'))
    const paint = typed && paints.find(({ ts }) => ts > typed.ts)
    if (paint === undefined) return []
    const end = endOf(paint)
    const next = keys[index + 1]?.ts ?? Number.POSITIVE_INFINITY
    // The task that handles the key began before the event.
    const shown = tasks.filter((task) => endOf(task) > key.ts && task.ts < end)
    const all = tasks.filter((task) => endOf(task) > key.ts && task.ts < next)
    return [
      {
        workMs: sum(shown.map(({ dur = 0 }) => dur)) / 1000,
        cpuMs: sum(shown.map(({ tdur = 0 }) => tdur)) / 1000,
        layouts: layouts.filter(({ ts }) => ts >= key.ts && ts < end).length,
        paintMs: (end - key.ts) / 1000,
        allCpuMs: sum(all.map(({ tdur = 0 }) => tdur)) / 1000,
      },
    ]
  })
}

function isInput({ name, args }: TraceEvent, type: string): boolean {
  return name === 'EventDispatch' && args.data?.type === type
}

function endOf({ ts, dur = 0 }: TraceEvent): number {
  return ts + dur
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
