import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MIGRATION_TARGETS } from '#store/testing/migration-target.ts'
import { foundation } from './0001-foundation.ts'
import { formPages } from './0004-form-pages.ts'
import { formVersions } from './0018-form-versions.ts'

const ACCOUNT = '018f0000-0000-7000-8000-000000000001'
const FORM = '018f0000-0000-7000-8000-000000000002'
const SUBMISSION = '018f0000-0000-7000-8000-000000000003'
const FIELDS = '[{"name":"email"}]'

for (const [dialect, newTarget] of Object.entries(MIGRATION_TARGETS)) {
  describe(`0018-form-versions on ${dialect}`, () => {
    it('existing forms and their submissions have version 1', async () => {
      const target = await newTarget()
      try {
        await target.migrate([foundation])
        await target.query(`insert into accounts values ('${ACCOUNT}', 'A', 'free', 1, 1)`)
        await target.query(`insert into forms values ('${FORM}', '${ACCOUNT}', 'F', '${FIELDS}', 1, 5)`)
        await target.query(
          `insert into submissions values ('${SUBMISSION}', '${ACCOUNT}', '${FORM}', '{}', 1)`,
        )
        await target.migrate([foundation, formPages, formVersions])
        const [form] = await target.query('select version, revision from forms')
        assert.deepEqual([Number(form?.['version']), Number(form?.['revision'])], [1, 1])
        const [submission] = await target.query('select form_version from submissions')
        assert.equal(Number(submission?.['form_version']), 1)
        const [version] = await target.query('select * from form_versions')
        assert.deepEqual(
          [version?.['number'], version?.['created_at'], version?.['submission_count']].map(Number),
          [1, 5, 1],
        )
        assert.deepEqual([version?.['fields'], version?.['superseded_at']], [FIELDS, null])
      } finally {
        await target.destroy()
      }
    })
  })
}
