import type { CasesByGroup } from '../hostile-case.ts'
import { bodies } from './bodies.ts'
import { bulk } from './bulk.ts'
import { cron } from './cron.ts'
import { documents } from './documents.ts'
import { drafts } from './drafts.ts'
import { expressions } from './expressions.ts'
import { files } from './files.ts'
import { forms } from './forms.ts'
import { headers } from './headers.ts'
import { listNodes } from './list-nodes.ts'
import { lists } from './lists.ts'
import { loops } from './loops.ts'
import { restarts } from './restarts.ts'
import { search } from './search.ts'
import { signIns } from './sign-ins.ts'
import { slowClients } from './slow-clients.ts'
import { streams } from './streams.ts'

export const CASES: CasesByGroup = {
  documents,
  files,
  expressions: [...expressions, ...listNodes],
  loops,
  forms,
  bodies,
  headers,
  'sign-ins': signIns,
  cron,
  search,
  streams,
  'slow-clients': slowClients,
  lists,
  bulk,
  drafts,
  restarts,
}
