import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ROLE_SCOPES, ROLES } from '@millrace/contract/roles.ts'
import { SCOPES } from '@millrace/contract/scopes.ts'
import { AppError } from '../shared/app-error.ts'
import { type Caller, refuseMoreRights } from './caller.ts'

const account: Caller['account'] = {
  id: 'a' as Caller['account']['id'],
  name: 'Account',
  plan: 'free',
  accessVersion: 0,
  createdAt: 0,
}

describe('refuseMoreRights', () => {
  it('A person of any role gives away exactly the scopes of that role', () => {
    for (const role of ROLES) {
      const caller: Caller = {
        account,
        scopes: ROLE_SCOPES[role],
        actor: { kind: 'person', id: 'p', name: 'Ada', role },
        expiresAt: null,
      }
      refuseMoreRights(caller, ROLE_SCOPES[role])
      for (const scope of SCOPES.filter((each) => !ROLE_SCOPES[role].includes(each))) {
        assert.throws(
          () => refuseMoreRights(caller, [...ROLE_SCOPES[role], scope]),
          (error: unknown) =>
            error instanceof AppError &&
            error.code === 'FORBIDDEN' &&
            error.details['required_scope'] === scope,
          `${role} gave away ${scope}`,
        )
      }
    }
  })
})
