import type { FastifyInstance } from 'fastify'

export interface Health {
  /** The role of this process: `all`, `api` or `worker`. */
  readonly role: string
  /** Reasons why the process is not ready; empty means ready. */
  problems(): Promise<readonly string[]>
  /** What an operator should know although the process is ready. */
  warnings(): readonly string[]
}

/** `/livez`: the process responds. `/readyz`: it can do its work. Neither requires a key or reveals secrets. */
export function registerHealthRoutes(app: FastifyInstance, health: Health): void {
  app.get('/livez', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.get('/readyz', async (_request, reply) => {
    const problems = await health.problems()
    reply.header('cache-control', 'no-store')
    const warnings = health.warnings()
    const known = warnings.length === 0 ? {} : { warnings }
    if (problems.length === 0) return reply.send({ status: 'ready', role: health.role, ...known })
    return reply
      .code(503)
      .header('retry-after', '5')
      .send({ status: 'not ready', role: health.role, problems, ...known })
  })
}
