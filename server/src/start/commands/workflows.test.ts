import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { systemClock } from '#adapters/index.ts'
import type { AccountId } from '#domain/index.ts'
import { createAccountCommand } from './accounts.ts'
import type { CommandCall } from './command.ts'
import { readConfig } from '../settings/config.ts'
import { withStore } from './with-store.ts'
import { exportWorkflows, importWorkflows } from './workflows.ts'

/** Two installations, whose commands run in this process. */
describe('Workflows in a folder', () => {
  let root: string
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'millrace-bundles-'))
    for (const name of ['here', 'there']) await run(createAccountCommand, name, ['Account'])
    await save('here', 'Nightly report', 'Reports', 'Sum: {{ input.total }}')
    await save('here', 'Näme / ../with: signs', '', 'x')
    await save('here', 'Nightly report', 'Reports', 'the second of this name')
  })
  after(() => rm(root, { recursive: true, force: true }))

  type Command = (call: CommandCall) => Promise<void>
  const configOf = (installation: string) => readConfig({ data: join(root, installation) })

  async function run(
    command: Command,
    installation: string,
    args: readonly string[],
    flags: Record<string, string> = {},
  ): Promise<string> {
    const lines: string[] = []
    await command({ config: configOf(installation), args, flags, print: (line) => lines.push(line) })
    return lines.join('\n')
  }

  const accountOf = (installation: string) =>
    withStore(configOf(installation), async ({ store }) => {
      const [account] = await store.accounts.list()
      return account?.id ?? assert.fail('no account')
    })

  async function save(installation: string, name: string, folder: string, text: string): Promise<string> {
    const accountId: AccountId = await accountOf(installation)
    return withStore(configOf(installation), async ({ store, ids }) => {
      const now = systemClock.now()
      const id = ids.next(now)
      const nodes = [{ id: 'note', type: 'log', data: { message: text } }]
      await store.write((tx) =>
        store.workflows.insert(tx, {
          id,
          accountId,
          name,
          folder,
          nodes,
          edges: [],
          variables: {},
          description: '',
          status: 'draft',
          versionId: ids.next(now),
          revision: 1,
          createdAt: now,
          updatedAt: now,
          tags: [],
        }),
      )
      return id
    })
  }

  const workflowsOf = async (installation: string) => {
    const account = await accountOf(installation)
    return withStore(configOf(installation), ({ store }) =>
      store.workflows.list(account, { status: undefined, search: undefined }, { page: 1, limit: 100 }),
    )
  }

  it('An export writes a file per workflow, and a second one writes nothing', async () => {
    const folder = join(root, 'git')
    const first = await run(exportWorkflows, 'here', [folder])
    assert.match(
      first,
      /^3 workflows, 0 forms and 0 variables exported to .*: 3 files written, 0 unchanged, 0 removed\.$/,
    )
    const text = await readFile(join(folder, 'workflows/reports/nightly-report.json'), 'utf8')
    assert.ok(text.startsWith('{\n  "format": "millrace-bundle-1",\n  "workflows": [\n'))
    await stat(join(folder, 'workflows/näme-with-signs.json'))
    await writeFile(join(folder, 'package.json'), '{}')
    assert.match(await run(exportWorkflows, 'here', [folder]), /: 0 files written, 3 unchanged, 0 removed\.$/)
  })

  it('Another installation checks, creates, and imports again without a change', async () => {
    const folder = join(root, 'git')
    await assert.rejects(run(importWorkflows, 'there', [folder]), /package\.json is not a bundle/)
    await rm(join(folder, 'package.json'))
    const checked = await run(importWorkflows, 'there', [folder])
    assert.match(checked, /workflow "Nightly report": would be created/)
    assert.match(checked, /Nothing was changed\. Run it again with --mode create\.$/)
    assert.equal((await workflowsOf('there')).total, 0)
    assert.match(
      await run(importWorkflows, 'there', [folder], { mode: 'create' }),
      /3 imported, 0 unchanged\.$/,
    )
    assert.equal((await workflowsOf('there')).total, 3)
    assert.equal(
      await run(importWorkflows, 'there', [folder], { mode: 'replace' }),
      '0 imported, 3 unchanged.',
    )
    // What it exports differs in ids only.
    const exported = join(root, 'git-there')
    await run(exportWorkflows, 'there', [exported])
    const name = 'workflows/reports/nightly-report.json'
    const [one, other] = await Promise.all(
      [folder, exported].map((path) => readFile(join(path, name), 'utf8')),
    )
    const withoutIds = (text: string | undefined) => text?.replaceAll(/"id": "[0-9a-f-]{36}"/g, '')
    assert.equal(withoutIds(other), withoutIds(one))
  })

  it('A file of a deleted workflow is removed, a changed one is replaced only if told so', async () => {
    const folder = join(root, 'git')
    const account = await accountOf('here')
    const { items } = await workflowsOf('here')
    const gone = items.find(({ name }) => name.startsWith('Näme')) ?? assert.fail('no workflow')
    await withStore(configOf('here'), ({ store }) =>
      store.write((tx) => store.workflows.delete(tx, account, gone.id, systemClock.now())),
    )
    assert.match(await run(exportWorkflows, 'here', [folder]), /: 0 files written, 2 unchanged, 1 removed\.$/)
    const file = join(folder, 'workflows/reports/nightly-report.json')
    await writeFile(file, (await readFile(file, 'utf8')).replace('Sum:', 'Total:'))
    const kept = await run(importWorkflows, 'there', [folder], { mode: 'create' })
    assert.match(kept, /What differs was kept\. --mode replace replaces it\.$/)
    assert.match(
      await run(importWorkflows, 'there', [folder], { mode: 'replace' }),
      /1 imported, 1 unchanged\.$/,
    )
    assert.equal(
      await run(importWorkflows, 'there', [folder], { mode: 'replace' }),
      '0 imported, 2 unchanged.',
    )
    await assert.rejects(run(importWorkflows, 'there', [join(root, 'nothing')]), /does not exist/)
    await assert.rejects(run(importWorkflows, 'there', [folder], { mode: 'all' }), /--mode must be one of/)
  })
})
