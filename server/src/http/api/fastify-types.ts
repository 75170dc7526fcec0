import type { Operation } from '@millrace/contract/operation.ts'
import type { Admission } from './gate.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the gate before any handler under a version prefix runs. */
    admission: Admission
    /** The operation that is asked for; undefined until the gate has let the request in. */
    operation: Operation | undefined
  }
  interface FastifyContextConfig {
    operation?: Operation
  }
}
