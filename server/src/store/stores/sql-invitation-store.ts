import type { Invitation } from '#domain/index.ts'
import type { InvitationStore } from '#ports/index.ts'
import { type Database, EXPIRED_ROWS, queriesOf } from '../database.ts'
import type { Tables } from '../tables.ts'

export function invitationStore(database: Database): InvitationStore {
  return {
    async insert(tx, invitation, digest) {
      await queriesOf(tx)
        .insertInto('invitations')
        .values({
          id: invitation.id,
          account_id: invitation.accountId,
          digest,
          role: invitation.role,
          note: invitation.note,
          created_by: invitation.createdBy,
          created_at: invitation.createdAt,
          expires_at: invitation.expiresAt,
        })
        .execute()
    },
    async list(account) {
      const rows = await database.read
        .selectFrom('invitations')
        .selectAll()
        .where('account_id', '=', account)
        .orderBy('id', 'desc')
        .execute()
      return rows.map(toInvitation)
    },
    async find(digest, now) {
      const row = await database.read
        .selectFrom('invitations')
        .selectAll()
        .where('digest', '=', digest)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return row && toInvitation(row)
    },
    async use(tx, digest, now) {
      const row = await queriesOf(tx)
        .deleteFrom('invitations')
        .where('digest', '=', digest)
        .where('expires_at', '>', now)
        .returningAll()
        .executeTakeFirst()
      return row && toInvitation(row)
    },
    async delete(tx, account, id) {
      const row = await queriesOf(tx)
        .deleteFrom('invitations')
        .where('account_id', '=', account)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst()
      return row && toInvitation(row)
    },
    async prune(before) {
      await database.write(
        (tx) => queriesOf(tx).deleteFrom('invitations').where('expires_at', '<', before).execute(),
        EXPIRED_ROWS,
      )
    },
  }
}

function toInvitation(row: Tables['invitations']): Invitation {
  return {
    id: row.id,
    accountId: row.account_id,
    role: row.role,
    note: row.note,
    createdBy: row.created_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}
