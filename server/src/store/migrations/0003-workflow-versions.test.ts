import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MIGRATION_TARGETS } from '#store/testing/migration-target.ts'
import { MIGRATIONS } from './all.ts'
import { workflowVersions } from './0003-workflow-versions.ts'

const ACCOUNT = id(1)
const BEFORE = MIGRATIONS.slice(0, MIGRATIONS.indexOf(workflowVersions))

describe('0003-workflow-versions', () => {
  for (const [dialect, newTarget] of Object.entries(MIGRATION_TARGETS)) {
    it(`existing versions get numbers and counts and keep their documents [${dialect}]`, async () => {
      const target = await newTarget()
      try {
        await target.migrate(BEFORE)
        await target.query(
          `insert into accounts (id, name, plan, access_version, created_at)
           values ('${ACCOUNT}', 'A', 'free', 1, 0) returning id`,
        )
        for (const workflow of [id(10), id(20)]) {
          await target.query(
            `insert into workflows (id, account_id, name, name_folded, description, status, version_id, revision, created_at, updated_at)
             values ('${workflow}', '${ACCOUNT}', 'W', 'w', '', 'draft', '${workflow}', 1, 0, 0) returning id`,
          )
        }
        const unusual = String.raw`[{"id": "\u0000\ud800"}, {"id":1e400}]`
        const saved = [
          { version: id(13), workflow: id(10), nodes: '[]' },
          { version: id(11), workflow: id(10), nodes: unusual },
          { version: id(21), workflow: id(20), nodes: '[{}]' },
          { version: id(12), workflow: id(10), nodes: '[{},{},{}]' },
        ]
        for (const { version, workflow, nodes } of saved) {
          await target.query(
            `insert into workflow_versions (id, account_id, workflow_id, created_at, nodes, edges, variables)
             values ('${version}', '${ACCOUNT}', '${workflow}', 7, '${nodes}', '[{}]', '{"a": 1}') returning id`,
          )
        }
        await target.migrate()
        const rows = await target.query(
          `select workflow_id, number, node_count, edge_count, nodes, edges, variables, changes
           from workflow_versions order by id`,
        )
        const unchanged = { edge_count: 1, edges: '[{}]', variables: '{"a": 1}', changes: null }
        assert.deepEqual(
          rows.map((row) => ({ ...row })),
          [
            { workflow_id: id(10), number: 1, node_count: 2, nodes: unusual, ...unchanged },
            { workflow_id: id(10), number: 2, node_count: 3, nodes: '[{},{},{}]', ...unchanged },
            { workflow_id: id(10), number: 3, node_count: 0, nodes: '[]', ...unchanged },
            { workflow_id: id(20), number: 1, node_count: 1, nodes: '[{}]', ...unchanged },
          ],
        )
      } finally {
        await target.destroy()
      }
    })
  }
})

function id(number: number): string {
  return `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`
}
