import type { Operation } from '@millrace/contract/operation.ts'
import type { Admission } from './gate.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the gate before any handler under a version prefix runs. */
    admission: Admission
    /** The requested operation; undefined until the gate has admitted the request. */
    operation: Operation | undefined
  }
  interface FastifyContextConfig {
    operation?: Operation
  }
}
