import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import type { Statistics } from '../../api/home.ts'
import { formatDuration } from '../../texts/duration.ts'
import { formatDayMonth, formatHour, formatMoment, formatNumber } from '../../texts/format.ts'
import * as t from '../../texts/home/page.ts'

/** Completed and failed runs, and their durations. The arrow keys move over the points, and what they show is announced. */
export function RunsChart({ statistics: { series, total } }: { statistics: Statistics }) {
  const container = useRef<HTMLDivElement>(null)
  const chart = useRef<uPlot>(null)
  const [index, setIndex] = useState<number | null>(null)
  const point = index === null ? undefined : series[index]

  useEffect(() => {
    const element = container.current
    if (element === null) return undefined
    const create = () => {
      chart.current?.destroy()
      chart.current = new uPlot(optionsFor(element, setIndex), toData(series), element)
    }
    create()
    const resized = new ResizeObserver(() =>
      chart.current?.setSize({ width: element.clientWidth, height: element.clientHeight }),
    )
    resized.observe(element)
    // The colours are painted, so they do not follow a change of the theme by themselves.
    const themed = new MutationObserver(create)
    themed.observe(document.documentElement, { attributes: true })
    const scheme = matchMedia('(prefers-color-scheme: dark)')
    scheme.addEventListener('change', create)
    return () => {
      resized.disconnect()
      themed.disconnect()
      scheme.removeEventListener('change', create)
      chart.current?.destroy()
      chart.current = null
    }
  }, [series])

  const move = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      Home: -series.length,
      End: series.length,
    }
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const from = index ?? (step > 0 ? -1 : series.length)
    const next = Math.min(Math.max(from + step, 0), series.length - 1)
    setIndex(next)
    const left = chart.current?.valToPos(toData(series)[0][next] ?? 0, 'x') ?? 0
    chart.current?.setCursor({ left, top: 10 })
  }

  return (
    <div className="relative h-full px-3 pt-2 pb-1">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys read the values of the chart */}
      <div
        ref={container}
        role="img"
        aria-label={t.chartLabel(total.completed, total.failed)}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys read the values of the chart
        tabIndex={0}
        onKeyDown={move}
        className="h-full w-full rounded-control"
      />
      <output className="pointer-events-none absolute top-2 left-14 text-xs text-muted">
        {point !== undefined && (
          <span className="rounded-control border border-line bg-raised px-2 py-1">
            {t.pointLabel(
              formatMoment(point.at),
              point.completed,
              point.failed,
              point.median_ms === null ? t.none : formatDuration(point.median_ms),
            )}
          </span>
        )}
      </output>
    </div>
  )
}

/** A bar is as high as all runs of its time; the failed ones cover its lower part. The line is the median duration. */
function toData(series: Statistics['series']): [number[], number[], number[], (number | null)[]] {
  return [
    series.map(({ at }) => Date.parse(at) / 1000),
    series.map(({ completed, failed }) => completed + failed),
    series.map(({ failed }) => failed),
    series.map(({ median_ms: median }) => median),
  ]
}

function optionsFor(element: HTMLElement, onPoint: (index: number | null) => void): uPlot.Options {
  const color = (name: string) => resolveColor(element, `var(--color-${name})`)
  const axis = {
    stroke: color('muted'),
    font: `11px ${getComputedStyle(element).fontFamily}`,
    ticks: { show: false },
    grid: { stroke: color('line'), width: 1 },
  }
  const paths = uPlot.paths.bars?.({ size: [0.72, 28], radius: 0.12 })
  const bars = (name: string) => ({
    stroke: color(name),
    fill: color(name),
    width: 0,
    points: { show: false },
    ...(paths && { paths }),
  })
  return {
    width: element.clientWidth,
    height: element.clientHeight,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
    scales: {
      y: { range: (_chart, _min, max) => [0, Math.max(4, max * 1.15)] },
      ms: { range: (_chart, _min, max) => [0, Math.max(10, max * 1.15)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        space: 64,
        values: (_chart, seconds) => labelTimes(seconds.map((at) => at * 1000)),
      },
      {
        ...axis,
        size: 44,
        incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 1e6],
        values: (_chart, counts) => counts.map(formatNumber),
      },
      {
        ...axis,
        scale: 'ms',
        side: 1,
        size: 56,
        grid: { show: false },
        values: (_chart, durations) => durations.map(formatDuration),
      },
    ],
    series: [
      {},
      bars('success'),
      bars('danger'),
      {
        scale: 'ms',
        stroke: color('accent-ink'),
        width: 1.5,
        spanGaps: true,
        points: { show: true, size: 5, fill: color('accent-ink') },
      },
    ],
    hooks: { setCursor: [(chart) => onPoint(chart.cursor.idx ?? null)] },
  }
}

/** Days have their date, and times within a day their clock. */
function labelTimes(times: readonly number[]): string[] {
  return times.map((time) => {
    const isMidnight = new Date(time).getHours() === 0
    return isMidnight ? formatDayMonth(time) : formatHour(time)
  })
}

/** A canvas does not know `light-dark()`. */
function resolveColor(element: HTMLElement, value: string): string {
  const probe = document.createElement('span')
  probe.style.color = value
  element.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
