import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MIGRATION_TARGETS } from '#store/testing/migration-target.ts'
import { foundation } from './0001-foundation.ts'
import { formPages } from './0004-form-pages.ts'

const ACCOUNT = '018f0000-0000-7000-8000-000000000001'
const FILLED = '018f0000-0000-7000-8000-000000000002'
const EMPTY = '018f0000-0000-7000-8000-000000000003'

for (const [dialect, newTarget] of Object.entries(MIGRATION_TARGETS)) {
  describe(`0004-form-pages on ${dialect}`, () => {
    it('existing submissions are counted', async () => {
      const target = await newTarget()
      try {
        await target.migrate([foundation])
        await target.query(`insert into accounts values ('${ACCOUNT}', 'A', 'free', 1, 1)`)
        for (const form of [FILLED, EMPTY]) {
          await target.query(`insert into forms values ('${form}', '${ACCOUNT}', 'F', '[]', 1, 1)`)
        }
        for (const last of [4, 5, 6]) {
          const id = `018f0000-0000-7000-8000-00000000000${last}`
          await target.query(`insert into submissions values ('${id}', '${ACCOUNT}', '${FILLED}', '{}', 1)`)
        }
        await target.migrate([foundation, formPages])
        const rows = await target.query('select submission_count, settings from forms order by id')
        assert.deepEqual(
          rows.map((row) => [Number(row['submission_count']), row['settings']]),
          [
            [3, null],
            [0, null],
          ],
        )
      } finally {
        await target.destroy()
      }
    })
  })
}
