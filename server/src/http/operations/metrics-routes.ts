import type { FastifyInstance } from 'fastify'
import ipaddr from 'ipaddr.js'
import { AppError } from '#domain/index.ts'
import type { Registry } from 'prom-client'
import { RequestMetrics } from './request-metrics.ts'

export type MetricsAccess = 'loopback' | 'open' | 'off'

/** Counts requests by operation and serves the metrics in the Prometheus text format. */
export function registerMetrics(app: FastifyInstance, registry: Registry, access: MetricsAccess): void {
  if (access === 'off') return
  const metrics = new RequestMetrics()
  metrics.register(registry)
  app.addHook('onResponse', (request, reply, done) => {
    const operation = (request.operation ?? request.routeOptions.config.operation)?.id ?? 'other'
    metrics.count(operation, reply.statusCode, reply.elapsedTime / 1000)
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
