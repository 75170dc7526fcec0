import assert from 'node:assert/strict'
import { it } from 'node:test'
import { issuePaths } from '../support/api-response.ts'
import type { Client } from '../support/client.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'
import { SettableClock } from '../support/settable-clock.ts'

const clock = new SettableClock('2026-03-10T00:00:00.000Z')

const STARTS = [
  '2026-03-09T23:59:59.999Z',
  '2026-03-10T00:00:00.000Z',
  '2026-03-10T12:30:15.250Z',
  '2026-03-10T23:59:59.999Z',
  '2026-03-11T00:00:00.000Z',
]

/** The numbers of the runs above that a query finds. */
const QUERIES: readonly (readonly [string, readonly number[]])[] = [
  ['', [0, 1, 2, 3, 4]],
  ['from=2026-03-10', [1, 2, 3, 4]],
  ['to=2026-03-10', [0, 1, 2, 3]],
  ['from=2026-03-10&to=2026-03-10', [1, 2, 3]],
  ['from=2026-03-11', [4]],
  ['to=2026-03-09', [0]],
  ['from=2026-03-10T12:30:15.250Z', [2, 3, 4]],
  ['from=2026-03-10T12:30:15.251Z', [3, 4]],
  ['to=2026-03-10T12:30:15.250Z', [0, 1, 2]],
  ['to=2026-03-10T12:30:15.249Z', [0, 1]],
  ['from=2026-03-10T12:30:15.250Z&to=2026-03-10T12:30:15.250Z', [2]],
  ['from=2026-03-10T00:00&to=2026-03-10T12:31', [1, 2]],
  ['from=2026-03-10T14:30:15.250%2B02:00', [2, 3, 4]],
  ['from=2026-03-10T14:30:15.250+02:00', [2, 3, 4]],
  ['to=2026-03-10T07:30:15.250-05:00', [0, 1, 2]],
  ['from=1970-01-01&to=9999-12-31', [0, 1, 2, 3, 4]],
  ['from=2026-03-12', []],
  ['from=2026-03-10&status=completed', [1, 2, 3, 4]],
  ['from=2026-03-10&status=failed', []],
]

describeOnEveryStore(
  'Contract: `from` and `to`',
  (shared) => {
    let client: Client
    let path = ''
    let runs: string[] = []

    async function find(query: string): Promise<number[]> {
      const items = (await client.get(`${path}?${query}`)).expect(200).data<{ id: string }[]>()
      return items.map(({ id }) => runs.indexOf(id)).toReversed()
    }

    it('The bounds are a date or a date-time, both inclusive; a date as `to` means the end of that UTC day', async () => {
      client = await shared.client()
      const workflow = await client.createWorkflow()
      path = `/workflows/${workflow.id}/executions`
      runs = []
      for (const at of STARTS) {
        clock.set(at)
        const run = await client.run(workflow)
        assert.equal(run.started_at, at)
        runs.push(run.id)
      }
      for (const [query, expected] of QUERIES) assert.deepEqual(await find(query), expected, query)
    })

    it('The bounds apply to every page', async () => {
      const first = (await client.get(`${path}?from=2026-03-10&to=2026-03-10&limit=2`)).expect(200)
      const cursor = first.cursorMeta.next_cursor ?? ''
      assert.deepEqual(await find(`from=2026-03-10&to=2026-03-10&limit=2&cursor=${cursor}`), [1])
    })

    it('A `from` after `to` is rejected', async () => {
      for (const query of [
        'from=2026-03-11&to=2026-03-10',
        'from=2026-03-10T12:00:00.001Z&to=2026-03-10T12:00:00.000Z',
      ]) {
        const error = (await client.get(`${path}?${query}`)).error(400, 'VALIDATION_ERROR')
        assert.deepEqual(issuePaths(error), ['from'])
      }
    })

    it('Invalid dates are rejected, each with its parameter', async () => {
      const bad = [
        '',
        'yesterday',
        '2026-02-30',
        '2026-13-01',
        '2026-00-10',
        '2026-3-1',
        '20260310',
        '10.03.2026',
        '1773100800',
        '1773100800000',
        '2026-03-10T25:00:00Z',
        '2026-03-10T12:60:00Z',
        '2026-03-10T12',
        '2026-02-30T12:00:00Z',
        '2026-03-10T12:00:00%2B99:00',
        '%00',
        '+002026-03-10',
        '2026-03-10&from=2026-03-10',
      ]
      for (const text of bad) {
        const from = (await client.get(`${path}?from=${text}`)).error(400, 'VALIDATION_ERROR')
        assert.deepEqual(issuePaths(from), ['from'], text)
      }
      const both = (await client.get(`${path}?from=x&to=y`)).error(400, 'VALIDATION_ERROR')
      assert.deepEqual(issuePaths(both), ['from', 'to'])
    })
  },
  { clock },
)
