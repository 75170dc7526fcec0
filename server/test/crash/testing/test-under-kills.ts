import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { checkHistory } from '../checks/check-history.ts'
import { type CrashResult, runCrash } from '../crash-run.ts'
import type { CrashHistory, FilesSnapshot, StoredExecution } from '../checks/history.ts'
import type { StoreKind } from '../service/crash-store.ts'
import { printReport } from '../report.ts'

const KILLS = 4

/** A bounded version of `npm run test:crash`. */
export function testUnderKills(store: StoreKind): void {
  describe(`The service on ${store}, killed under load`, () => {
    let result: CrashResult
    before(async () => {
      result = await runCrash({ store, kills: KILLS, seed: 4, callers: 4, pauseMs: 100 })
    })

    it(`The service on ${store} loses nothing, ends every execution and logs every repeated effect under kills`, () => {
      const lines: string[] = []
      printReport([result], (line) => lines.push(line))
      assert.equal(result.violations.length, 0, lines.join('\n'))
      assert.equal(result.kills, KILLS)
      assert.ok(result.history.shown.size > 0, 'executions were accepted')
      assert.ok(result.history.arrivals.length > 0, 'effects happened')
      const { afterKills, afterCleanup, deletedExecutions } = result.history.files
      assert.ok(deletedExecutions > 0, 'the cleanup deleted executions')
      assert.ok(afterCleanup.files.length > 0, 'files are left')
      assert.ok(afterKills.files.length > afterCleanup.files.length, 'the cleanup deleted files')
      assert.ok(afterKills.stored.length > afterCleanup.stored.length, 'the cleanup removed contents')
    })

    it(`The check finds a dropped row, an effect before its journal entry and a missing file in a crash run on ${store}`, () => {
      const { stored, arrivals, files } = result.history
      const reached = stored.find((execution) => findBegun(execution) >= 0 && execution.parentId === null)
      assert.ok(reached)
      const violatingChanges: Readonly<Record<string, Partial<CrashHistory>>> = {
        lost: { stored: stored.filter((execution) => execution !== reached) },
        journal: { stored: stored.map((one) => (one === reached ? dropPage(one) : one)) },
        unbegun: { arrivals: [...arrivals, ...arrivals] },
        file: { files: { ...files, afterCleanup: dropContent(files.afterCleanup) } },
        content: { files: { ...files, afterCleanup: { ...files.afterCleanup, files: [] } } },
      }
      for (const [rule, change] of Object.entries(violatingChanges)) {
        const found = checkHistory({ ...result.history, ...change })
        assert.ok(
          found.some((violation) => violation.rule === rule),
          `${rule} was not found`,
        )
      }
    })
  })
}

/** The page on which an attempt begins. */
function findBegun({ journal }: StoredExecution): number {
  return journal.findIndex(({ steps }) => steps.some(({ status }) => status === 'begun'))
}

function dropPage(execution: StoredExecution): StoredExecution {
  const page = findBegun(execution)
  return { ...execution, journal: execution.journal.filter((_, index) => index !== page) }
}

/** Without the content of a file that an execution refers to. */
function dropContent(snapshot: FilesSnapshot): FilesSnapshot {
  const [kept] = snapshot.references
  const file = snapshot.files.find(({ id }) => id === kept?.fileId)
  assert.ok(file)
  return { ...snapshot, stored: snapshot.stored.filter(({ key }) => key !== file.contentId) }
}
