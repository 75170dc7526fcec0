import type { Operation } from '@millrace/contract/operation.ts'
import type { Admission } from './gate.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the gate before any handler under a version prefix runs. */
    admission: Admission
  }
  interface FastifyContextConfig {
    operation?: Operation
  }
}
