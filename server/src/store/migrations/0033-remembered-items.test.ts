import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MIGRATION_TARGETS } from '#store/testing/migration-target.ts'
import { MIGRATIONS } from './all.ts'
import { rememberedItems } from './0033-remembered-items.ts'

const id = (n: number) => `018f0000-0000-7000-8000-00000000000${n}`
const [ACCOUNT, WORKFLOW, TRIGGER, SEEN, VALUE] = [id(1), id(2), id(3), id(4), id(5)]

for (const [dialect, newTarget] of Object.entries(MIGRATION_TARGETS)) {
  describe(`0033-remembered-items on ${dialect}`, () => {
    it('polls and state keep the items that they remember', async () => {
      const target = await newTarget()
      try {
        await target.migrate(MIGRATIONS.slice(0, MIGRATIONS.indexOf(rememberedItems)))
        const entry = (entryId: string, key: string, kind: string) =>
          `insert into state_entries values ('${ACCOUNT}', 'account', '${key}', '${entryId}', '${kind}', 'null', 1, 9, 1, 1, null)`
        for (const statement of [
          `insert into accounts values ('${ACCOUNT}', 'A', 'free', 1, 1)`,
          `insert into workflows (id, account_id, name, name_folded, description, status, version_id, revision, created_at, updated_at)
            values ('${WORKFLOW}', '${ACCOUNT}', 'W', 'w', '', 'published', '${WORKFLOW}', 1, 1, 1)`,
          `insert into triggers (id, account_id, workflow_id, node_id, kind, state, data)
            values ('${TRIGGER}', '${ACCOUNT}', '${WORKFLOW}', '"n"', 'poll', 'live', '{}')`,
          `insert into polls values ('${TRIGGER}', '${ACCOUNT}', 'null', 1, 0, null, null, 1, 0, 0, null, null, null, null, null, 8)`,
          `insert into poll_items values ('${TRIGGER}', 'a', 7), ('${TRIGGER}', 'b', 8)`,
          entry(SEEN, 'seen', 'seen'),
          entry(VALUE, 'value', 'value'),
          `insert into state_items values ('${ACCOUNT}', 'account', 'seen', 'c', 9, 100)`,
        ])
          await target.query(statement)
        await target.migrate(MIGRATIONS.slice(0, MIGRATIONS.indexOf(rememberedItems) + 1))
        const rows = await target.query('select * from remembered_items order by item')
        assert.deepEqual(
          rows.map(({ memory, item, position, expires_at: at }) => [
            memory,
            item,
            Number(position),
            Number(at),
          ]),
          [
            [TRIGGER, 'a', 7, 0],
            [TRIGGER, 'b', 8, 0],
            [SEEN, 'c', 9, 100],
          ],
        )
        const [poll] = await target.query('select memory, fruitless_pages from polls')
        assert.deepEqual([poll?.['memory'], Number(poll?.['fruitless_pages'])], [TRIGGER, 0])
        const entries = await target.query('select memory from state_entries order by key')
        assert.deepEqual(
          entries.map(({ memory }) => memory),
          [SEEN, null],
        )
      } finally {
        await target.destroy()
      }
    })
  })
}
