import type { SessionStore, SetupLinkStore } from '#ports/index.ts'
import { type Database, queriesOf } from '../database.ts'

export function sessionStore(database: Database): SessionStore {
  return {
    async insert(tx, session) {
      await queriesOf(tx)
        .insertInto('sessions')
        .values({
          digest: session.digest,
          account_id: session.accountId,
          user_id: session.userId,
          created_at: session.createdAt,
          expires_at: session.expiresAt,
        })
        .execute()
    },
    async find(digest, now) {
      const row = await database.read
        .selectFrom('sessions')
        .selectAll()
        .where('digest', '=', digest)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return (
        row && {
          digest: row.digest,
          accountId: row.account_id,
          userId: row.user_id,
          createdAt: row.created_at,
          expiresAt: row.expires_at,
        }
      )
    },
    async delete(tx, digest) {
      await queriesOf(tx).deleteFrom('sessions').where('digest', '=', digest).execute()
    },
    async deleteOfUser(tx, account, userId, keep) {
      await queriesOf(tx)
        .deleteFrom('sessions')
        .where('account_id', '=', account)
        .where('user_id', '=', userId)
        .$if(keep !== undefined, (query) => query.where('digest', '!=', keep ?? ''))
        .execute()
    },
    async prune(now) {
      const { numDeletedRows } = await database.write((tx) =>
        queriesOf(tx).deleteFrom('sessions').where('expires_at', '<=', now).executeTakeFirst(),
      )
      return Number(numDeletedRows)
    },
  }
}

export function setupLinkStore(database: Database): SetupLinkStore {
  return {
    async exists(digest) {
      const row = await database.read
        .selectFrom('setup_links')
        .select('digest')
        .where('digest', '=', digest)
        .executeTakeFirst()
      return row !== undefined
    },
    async insert(tx, digest, at) {
      await queriesOf(tx).insertInto('setup_links').values({ digest, created_at: at }).execute()
    },
    async use(tx, digest) {
      const { numDeletedRows } = await queriesOf(tx)
        .deleteFrom('setup_links')
        .where('digest', '=', digest)
        .executeTakeFirst()
      if (numDeletedRows === 0n) return false
      await queriesOf(tx).deleteFrom('setup_links').execute()
      return true
    },
  }
}
