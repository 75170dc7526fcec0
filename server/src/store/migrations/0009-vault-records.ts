import type { Migration } from './migration.ts'

/** The vault stores another record beside its canary: the key of its digests, which survives master key rotation. */
export const vaultRecords: Migration = {
  name: '0009-vault-records',
  statements: ({ text }) => [
    `create table vault_records (name ${text} primary key, sealed ${text} not null)`,
    `insert into vault_records (name, sealed) select 'canary', sealed from vault_canary`,
    `drop table vault_canary`,
  ],
}
