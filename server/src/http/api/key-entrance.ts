import type { FastifyReply } from 'fastify'
import type { ApiVersion } from '@millrace/contract/versions.ts'
import type { Caller } from '#domain/index.ts'
import type { Entrance } from './entrance.ts'
import type { Admission, Gate } from './gate.ts'
import { versionHeaders } from './version-headers.ts'

/** One version of the public API: a key with every request, counted against the plan of its account. */
export function keyEntrance(gate: Gate, version: ApiVersion): Entrance {
  /** Sets the rate limit headers, also on answers to requests over the limit. */
  function check({ caller, rate }: Admission, reply: FastifyReply): Caller {
    reply.header('x-ratelimit-limit', rate.limit)
    reply.header('x-ratelimit-remaining', rate.remaining)
    reply.header('x-ratelimit-reset', rate.resetAt)
    gate.refuseExcess(rate)
    return caller
  }

  return {
    prefix: `/${version.name}`,
    headers: versionHeaders(version),
    admit(request, reply) {
      const admission = gate.admit(request.headers.authorization)
      return admission instanceof Promise
        ? admission.then((resolved) => check(resolved, reply))
        : check(admission, reply)
    },
    proofOf: ({ headers }) => headers.authorization ?? '',
    readmit: (authorization) => gate.readmit(authorization),
  }
}
