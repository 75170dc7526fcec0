import type { Operation } from '@millrace/contract/operation.ts'
import type { Caller } from '#domain/index.ts'
import type { LargeBodies } from '../bodies/large-bodies.ts'
import type { Entrance } from './entrance.ts'
import type { ReadSlots } from './read-slots.ts'
import type { RequestTurns } from './request-turns.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the entrance before any handler of an operation runs. */
    caller: Caller
    /** The requested operation; undefined until the entrance has admitted the request. */
    operation: Operation | undefined
  }
  interface FastifyInstance {
    /** Where the request came in. Only for the routes of operations. */
    entrance: Entrance
    requestTurns: RequestTurns
    readSlots: ReadSlots
    largeBodies: LargeBodies
  }
  interface FastifyContextConfig {
    operation?: Operation
  }
}
