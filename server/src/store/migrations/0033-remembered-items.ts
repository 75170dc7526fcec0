import type { Migration } from './migration.ts'

/**
 * One table for the items that polls and state remember. It has no foreign key, so that an owner can be deleted at once and its
 * items later. Polls also count the pages in a row that brought nothing new.
 */
export const rememberedItems: Migration = {
  name: '0033-remembered-items',
  statements: ({ id, time, text }) => [
    `create table remembered_items (
      memory ${id} not null,
      item ${text} not null,
      position ${time} not null,
      expires_at ${time},
      primary key (memory, item)
    )`,
    `create table forgotten_memories (memory ${id} primary key)`,
    `alter table polls add column memory ${id}`,
    'alter table polls add column fruitless_pages integer not null default 0',
    `alter table state_entries add column memory ${id}`,
    'insert into remembered_items (memory, item, position) select trigger_id, item, position from poll_items',
    `insert into remembered_items (memory, item, position, expires_at)
      select entry.id, found.item, found.position, found.expires_at
      from state_items as found join state_entries as entry
        on entry.account_id = found.account_id and entry.scope = found.scope and entry.key = found.key`,
    'update polls set memory = trigger_id',
    `update state_entries set memory = id where kind = 'seen'`,
    'create index remembered_items_by_position on remembered_items (memory, position)',
    'create index remembered_items_expiring on remembered_items (expires_at) where expires_at is not null',
    'drop table poll_items',
    'drop table state_items',
  ],
}
