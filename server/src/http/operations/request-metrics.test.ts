import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { Counter, Histogram, Registry } from 'prom-client'
import { RequestMetrics } from './request-metrics.ts'

describe('request metrics', () => {
  it('are written as the counter and the histogram of the library write them', async () => {
    const seconds = fc.oneof(
      fc.double({ min: 0, max: 100, noNaN: true }),
      fc.constantFrom(0.001, 0.0025, 0.05, 1, 60, 61),
    )
    const request = fc.record({
      operation: fc.constantFrom('list_workflows', 'execute_workflow', 'other'),
      status: fc.constantFrom(200, 202, 404, 500),
      seconds,
    })
    await fc.assert(
      fc.asyncProperty(fc.array(request, { maxLength: 50 }), async (requests) => {
        const metrics = new RequestMetrics()
        const library = libraryMetrics()
        for (const { operation, status, seconds } of requests) {
          metrics.count(operation, status, seconds)
          library.count(operation, status, seconds)
        }
        const registry = new Registry()
        metrics.register(registry)
        assert.deepEqual(linesOf(await registry.metrics()), linesOf(await library.registry.metrics()))
      }),
    )
  })
})

function libraryMetrics() {
  const registry = new Registry()
  const requests = new Counter({
    name: 'millrace_http_requests_total',
    help: 'HTTP requests by operation and status code.',
    labelNames: ['operation', 'status'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'millrace_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its response.',
    labelNames: ['operation'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60],
    registers: [registry],
  })
  return {
    registry,
    count(operation: string, status: number, seconds: number) {
      requests.inc({ operation, status })
      durations.observe({ operation }, seconds)
    },
  }
}

/** The order of series does not matter. */
function linesOf(text: string): string[] {
  return text.split('\n').toSorted()
}
