import type { Operation } from '@millrace/contract/operation.ts'
import type { Caller } from '#domain/index.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the entrance before any handler of an operation runs. */
    caller: Caller
    /** The requested operation; undefined until the entrance has admitted the request. */
    operation: Operation | undefined
  }
  interface FastifyContextConfig {
    operation?: Operation
  }
}
