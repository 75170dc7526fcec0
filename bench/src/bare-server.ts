/** A POST handler without any work: the baseline that all other figures are compared with. */
import Fastify from 'fastify'

const app = Fastify()
app.post('/v1/workflows/:id/execute', async (request, reply) => {
  const { input } = request.body as { input: { name: string } }
  return reply.code(202).send({ success: true, data: { echoed: input.name } })
})
const address = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`listening at ${address}\n`)
