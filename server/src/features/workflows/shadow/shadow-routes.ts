import { MAX_SHADOW_RUNS, shadowDraft } from '@millrace/contract/workflow-shadow.ts'
import type { Issue } from '@millrace/contract/errors.ts'
import {
  type Binding,
  checkCursor,
  commits,
  encodeCursor,
  readCursor,
  type RequestCheck,
} from '#http/index.ts'
import { ShadowService, type ShadowServiceDeps } from './shadow-service.ts'

/** What a working copy would do with past runs. */
export function shadowRoutes(deps: ShadowServiceDeps): Binding[] {
  const service = new ShadowService(deps)
  return [
    commits(
      shadowDraft,
      {
        async prepare({ account, params, body, signal }) {
          const { before } = readCursor(body.cursor === undefined ? {} : { cursor: body.cursor })
          const { last, ...report } = await service.report({
            account,
            workflowId: params.id,
            request: body,
            before,
            signal,
          })
          return {
            data: report,
            meta: {
              limit: MAX_SHADOW_RUNS,
              next_cursor: last === undefined ? null : encodeCursor(last),
              has_more: last !== undefined,
            },
          }
        },
        commit: async (_call, answer) => answer,
      },
      checkShadow,
    ),
  ]
}

const checkShadow: RequestCheck<typeof shadowDraft> = ({ body }, isValid) => {
  const { execution_ids: ids, count, cursor, data } = body
  const issues: Issue[] = []
  if (ids !== undefined && isValid('execution_ids')) {
    const message = 'cannot be used together with `execution_ids`'
    if (count !== undefined && isValid('count')) issues.push({ path: 'count', message })
    if (cursor !== undefined && isValid('cursor')) issues.push({ path: 'cursor', message })
  }
  if (data === true && isValid('execution_ids') && ids?.length !== 1) {
    issues.push({ path: 'data', message: 'can be used only with one id in `execution_ids`' })
  }
  return [...issues, ...checkCursor(cursor === undefined ? {} : { cursor }, isValid)]
}
