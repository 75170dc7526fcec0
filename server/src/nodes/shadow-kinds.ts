import { AppError } from '#domain/index.ts'
import type { IntegrationActions, NodeKind, Sandbox, WorkerPool } from '#ports/index.ts'
import { type NodeDeps, nodeKinds } from './catalogue.ts'

function refuse(): never {
  throw new Error('A shadow run must not reach anything outside.')
}

/** Code may ask for files, and is told that there are none. */
function refuseFiles(): never {
  throw new AppError('INTERNAL_ERROR', 'Files are not available in a shadow run.')
}

/** Stands in for all outside services. Using any of them is a bug. */
const UNREACHABLE: Omit<NodeDeps, 'sandbox' | 'workers' | 'actions'> = {
  http: { send: refuse },
  mail: { verify: refuse, send: refuse },
  sql: { probe: refuse, query: refuse },
  files: { create: refuseFiles, open: refuseFiles },
  credentials: { reveal: refuse, report: refuse },
  tokens: { obtain: refuse },
}

/**
 * All node kinds, without the outside services that they use. Definitions compile with them as usual, and pure nodes run. The
 * sandbox and the worker threads are real: the sandbox has no network, and the threads only compute.
 */
export function shadowNodeKinds(
  { sandbox, workers }: { readonly sandbox: Sandbox; readonly workers: WorkerPool },
  { credentialTypes, check }: Pick<IntegrationActions, 'credentialTypes' | 'check'>,
): readonly NodeKind[] {
  return nodeKinds({
    ...UNREACHABLE,
    sandbox,
    workers,
    actions: { credentialTypes, check, review: refuse, prepare: refuse },
  })
}
