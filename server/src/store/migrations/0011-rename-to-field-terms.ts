import type { Migration } from './migration.ts'

/** Gives tables, columns, indexes and the state of inactive triggers the names that the code and the documentation use. */
export const renameToFieldTerms: Migration = {
  name: '0011-rename-to-field-terms',
  statements: ({ renameConstraint }) => [
    'alter table execution_places rename to execution_slots',
    'alter table execution_slots rename column place_key to slot_key',
    'alter table execution_slots rename column place_limit to slot_limit',
    'drop index execution_places_by_key',
    'create index execution_slots_by_key on execution_slots (workflow_id, slot_key, is_held, execution_id)',
    ...renameConstraint('execution_slots', 'execution_places_pkey', 'execution_slots_pkey'),

    'alter table runners rename to heartbeats',
    ...renameConstraint('heartbeats', 'runners_pkey', 'heartbeats_pkey'),

    'alter table hook_deliveries rename to inbound_deliveries',
    'drop index hook_deliveries_created',
    'create index inbound_deliveries_created on inbound_deliveries (created_at)',
    ...['pkey', 'account_id_fkey', 'trigger_id_fkey'].flatMap((key) =>
      renameConstraint('inbound_deliveries', `hook_deliveries_${key}`, `inbound_deliveries_${key}`),
    ),

    'alter table triggers rename column hook_key to inbound_key',
    "update triggers set state = 'inactive' where state = 'drawn'",
    'drop index triggers_by_hook',
    'create unique index triggers_by_inbound_key on triggers (inbound_key) where inbound_key is not null',

    'alter table webhooks rename to webhook_endpoints',
    'drop index webhooks_by_account',
    'create index webhook_endpoints_by_account on webhook_endpoints (account_id, id)',
    ...['pkey', 'account_id_fkey'].flatMap((key) =>
      renameConstraint('webhook_endpoints', `webhooks_${key}`, `webhook_endpoints_${key}`),
    ),

    'alter table deliveries rename column webhook_id to endpoint_id',
    'alter table delivery_attempts rename column webhook_id to endpoint_id',
    'drop index deliveries_by_webhook',
    'create index deliveries_by_endpoint on deliveries (endpoint_id, status, event_id)',
  ],
}
