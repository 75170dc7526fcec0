import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { CASES } from './cases/all-cases.ts'
import { runControl } from './controls/run-control.ts'
import { GROUPS } from './hostile-case.ts'
import { describeReport, printReport } from './hostile-report.ts'
import { Probe } from './probe/probe.ts'
import { longestStall, MAX_STALL_MS } from './run-case.ts'
import { type CaseReport, runGroup } from './run-group.ts'

describe('the hostile suite', () => {
  let probe: Probe
  before(async () => {
    probe = await Probe.open()
  })
  after(() => probe.close())

  it('The suite has cases in every group, each with its own name', () => {
    const names = GROUPS.flatMap((group) => CASES[group].map(({ name }) => name))
    assert.equal(new Set(names).size, names.length)
    assert.deepEqual(
      GROUPS.filter((group) => CASES[group].length === 0),
      [],
    )
    assert.ok(names.length >= 50, `only ${names.length} cases`)
  })

  it('The suite notices work on the main thread of a service without protection', async () => {
    const control = await runControl('documents', probe)
    assert.ok(longestStall(control) > MAX_STALL_MS, JSON.stringify(control))
  })

  it('A case runs against the real service, and the bystander gets the right answers meanwhile', async () => {
    const reports: CaseReport[] = []
    const cases = CASES.bodies.filter(({ name }) =>
      ['nested-as-deep-as-possible', 'gzip-bomb', 'as-many-lists-as-allowed'].includes(name),
    )
    assert.equal(cases.length, 3)
    await runGroup({
      group: 'bodies',
      store: 'sqlite',
      cases,
      probe,
      maxTries: 1,
      // What counts here is what is answered, however slow the machine is.
      attackMs: 120_000,
      onReport: (report) => reports.push(report),
    })
    assert.deepEqual(
      reports.map(({ name, result }) => [name, result.problems, result.note]),
      [
        ['nested-as-deep-as-possible', [], '1 × 201, 12 × 400'],
        ['as-many-lists-as-allowed', [], '1 × 201, 12 × 202'],
        ['gzip-bomb', [], '1 × 415'],
      ],
    )
  })

  it('A stall, a wrong answer and a silent control are reported', () => {
    const quiet = { ms: 1, measuredMs: 1 }
    const result = { livez: quiet, execute: quiet, turnMs: 0, machineMs: 0, note: '', isCalm: true }
    const report = (name: string, change: Partial<CaseReport['result']>): CaseReport => ({
      group: 'cron',
      name,
      store: 'sqlite',
      tries: 1,
      result: { ...result, problems: [], ...change },
    })
    const fine = report('fine', {})
    const stalled = report('stalled', { turnMs: 101 })
    const wrong = report('wrong', { problems: ['It was answered with 500.'] })
    assert.match(describeReport(fine), /^ {2}ok /)
    assert.match(describeReport(stalled), /^ {2}STALLED /)
    assert.match(describeReport(wrong), /^ {2}WRONG /)
    const lines: string[] = []
    printReport([fine, stalled, wrong], ['cron'], (line) => lines.push(line))
    const text = lines.join('\n')
    assert.match(text, /cron wrong on sqlite:\n {2}It was answered with 500\./)
    assert.match(text, /The negative control of cron found no stall/)
    assert.match(text, /^1 of 3 cases/m)
  })
})
