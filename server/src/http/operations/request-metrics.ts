import type { Metric, MetricValueWithName, Registry } from 'prom-client'

const REQUESTS = 'millrace_http_requests_total'
const DURATIONS = 'millrace_http_request_duration_seconds'
const BUCKET_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60]

interface Series {
  /** By status code. */
  readonly requests: Map<number, number>
  /** By bucket; the last one holds what took longer than all of them. */
  readonly buckets: number[]
  sum: number
}

/**
 * Counts and times the requests of each operation. It only adds up numbers: the counters of the library look up their labels
 * with every request, which takes several times as long. The library still writes the text.
 */
export class RequestMetrics {
  readonly #series = new Map<string, Series>()

  register(registry: Registry): void {
    registry.registerMetric(
      metric('counter', REQUESTS, 'HTTP requests by operation and status code.', () => this.#counts()),
    )
    registry.registerMetric(
      metric(
        'histogram',
        DURATIONS,
        'Time from the first byte of a request to the last byte of its response.',
        () => this.#durations(),
      ),
    )
  }

  count(operation: string, status: number, seconds: number): void {
    let series = this.#series.get(operation)
    if (series === undefined) {
      series = {
        requests: new Map(),
        buckets: Array.from({ length: BUCKET_SECONDS.length + 1 }, () => 0),
        sum: 0,
      }
      this.#series.set(operation, series)
    }
    series.requests.set(status, (series.requests.get(status) ?? 0) + 1)
    series.sum += seconds
    let bucket = 0
    while (bucket < BUCKET_SECONDS.length && seconds > (BUCKET_SECONDS[bucket] as number)) bucket += 1
    series.buckets[bucket] = (series.buckets[bucket] as number) + 1
  }

  #counts(): Values {
    return [...this.#series].flatMap(([operation, { requests }]) =>
      [...requests].map(([status, value]) => ({ value, labels: { operation, status } })),
    )
  }

  #durations(): Values {
    return [...this.#series].flatMap(([operation, { buckets, sum }]) => {
      let count = 0
      const upTo = buckets.map((added, bucket) => {
        count += added
        const le = BUCKET_SECONDS[bucket] ?? '+Inf'
        return { value: count, labels: { le, operation }, metricName: `${DURATIONS}_bucket` }
      })
      const labels = { operation }
      return [
        ...upTo,
        { value: sum, labels, metricName: `${DURATIONS}_sum` },
        { value: count, labels, metricName: `${DURATIONS}_count` },
      ]
    })
  }
}

type Values = MetricValueWithName<string>[]

/** The registry asks a metric for its name and its values, and for nothing else. */
function metric(type: 'counter' | 'histogram', name: string, help: string, values: () => Values): Metric {
  const get = async () => ({ name, help, type, values: values(), aggregator: 'sum' })
  return { name, help, get } as unknown as Metric
}
