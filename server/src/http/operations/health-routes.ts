import type { FastifyInstance } from 'fastify'

export interface Health {
  /** What this process does of all there is to do. */
  readonly role: string
  /** Names of what is not in order; empty means ready. */
  problems(): Promise<readonly string[]>
}

/** `/livez`: the process answers. `/readyz`: it can do its work. Neither needs a key or tells secrets. */
export function registerHealthRoutes(app: FastifyInstance, health: Health): void {
  app.get('/livez', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.get('/readyz', async (_request, reply) => {
    const problems = await health.problems()
    reply.header('cache-control', 'no-store')
    if (problems.length === 0) return reply.send({ status: 'ready', role: health.role })
    return reply
      .code(503)
      .header('retry-after', '5')
      .send({ status: 'not ready', role: health.role, problems })
  })
}
