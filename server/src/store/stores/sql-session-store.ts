import type { Session, SessionStore, SetupLinkStore } from '#ports/index.ts'
import { type Database, EXPIRED_ROWS, queriesOf } from '../database.ts'
import type { Tables } from '../tables.ts'
import { increaseAccessVersion } from './sql-account-store.ts'

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
          last_seen_at: session.lastSeen.at,
          address: session.lastSeen.address,
          user_agent: session.lastSeen.userAgent,
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
      return row && toSession(row)
    },
    async listOfUser(account, userId, now) {
      const rows = await database.read
        .selectFrom('sessions')
        .selectAll()
        .where('account_id', '=', account)
        .where('user_id', '=', userId)
        .where('expires_at', '>', now)
        .orderBy('last_seen_at', 'desc')
        .orderBy('digest')
        .execute()
      return rows.map(toSession)
    },
    async lastSeenOfUsers(account, now) {
      const rows = await database.read
        .selectFrom('sessions')
        .select((eb) => ['user_id', eb.fn.max('last_seen_at').as('at')])
        .where('account_id', '=', account)
        .where('expires_at', '>', now)
        .groupBy('user_id')
        .execute()
      return new Map(rows.map((row) => [row.user_id, row.at]))
    },
    async recordUse(digest, { at, address, userAgent }) {
      await database.write(
        (tx) =>
          queriesOf(tx)
            .updateTable('sessions')
            .set({ last_seen_at: at, address, user_agent: userAgent })
            .where('digest', '=', digest)
            .where('last_seen_at', '<', at)
            .execute(),
        { durable: false },
      )
    },
    async delete(tx, account, digest) {
      const { numDeletedRows } = await queriesOf(tx)
        .deleteFrom('sessions')
        .where('account_id', '=', account)
        .where('digest', '=', digest)
        .executeTakeFirst()
      if (numDeletedRows > 0n) await increaseAccessVersion(tx, account)
    },
    async deleteOfUser(tx, account, userId, keep) {
      const { numDeletedRows } = await queriesOf(tx)
        .deleteFrom('sessions')
        .where('account_id', '=', account)
        .where('user_id', '=', userId)
        .$if(keep !== undefined, (query) => query.where('digest', '!=', keep ?? ''))
        .executeTakeFirst()
      if (numDeletedRows > 0n) await increaseAccessVersion(tx, account)
    },
    async prune(now) {
      const { numDeletedRows } = await database.write(
        (tx) => queriesOf(tx).deleteFrom('sessions').where('expires_at', '<=', now).executeTakeFirst(),
        EXPIRED_ROWS,
      )
      return Number(numDeletedRows)
    },
  }
}

function toSession(row: Tables['sessions']): Session {
  return {
    digest: row.digest,
    accountId: row.account_id,
    userId: row.user_id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastSeen: { at: row.last_seen_at, address: row.address, userAgent: row.user_agent },
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
