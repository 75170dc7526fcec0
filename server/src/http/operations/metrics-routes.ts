import type { FastifyInstance } from 'fastify'
import ipaddr from 'ipaddr.js'
import { AppError } from '#domain/index.ts'
import type { Registry } from 'prom-client'
import { Counter, Histogram } from 'prom-client'

export type MetricsAccess = 'loopback' | 'open' | 'off'

/** Counts requests by operation and serves the metrics in the Prometheus text format. */
export function registerMetrics(app: FastifyInstance, registry: Registry, access: MetricsAccess): void {
  if (access === 'off') return
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
  // Looking up a series by its labels costs several times as much as incrementing it.
  const series = new Map<string, { count: Counter.Internal; time: Histogram.Internal<string> }>()
  app.addHook('onResponse', (request, reply, done) => {
    const operation = (request.operation ?? request.routeOptions.config.operation)?.id ?? 'other'
    const key = `${operation} ${reply.statusCode}`
    let counted = series.get(key)
    if (counted === undefined) {
      counted = {
        count: requests.labels(operation, String(reply.statusCode)),
        time: durations.labels(operation),
      }
      series.set(key, counted)
    }
    counted.count.inc()
    counted.time.observe(reply.elapsedTime / 1000)
    done()
  })
  app.get('/metrics', async (request, reply) => {
    if (access === 'loopback' && !isLoopback(request.socket.remoteAddress)) {
      throw new AppError(
        'FORBIDDEN',
        'Metrics are available from this machine only. Set MILLRACE_METRICS=open to allow other machines.',
      )
    }
    return reply
      .type(registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics())
  })
}

function isLoopback(address: string | undefined): boolean {
  return address !== undefined && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}
