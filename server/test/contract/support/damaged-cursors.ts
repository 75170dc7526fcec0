import assert from 'node:assert/strict'
import { issuePaths } from './api-response.ts'
import type { Client } from './client.ts'

/**
 * Sends damaged variants of a cursor of the list and expects each to be refused as such.
 * @param path With a query, so that a parameter can follow.
 */
export async function refusesDamaged(client: Client, path: string, good: string): Promise<void> {
  const middle = Math.floor(good.length / 2)
  const damaged = [
    'x',
    good.slice(1),
    good.slice(0, -1),
    `${good}A`,
    `${good.slice(0, middle)}${good[middle] === 'A' ? 'B' : 'A'}${good.slice(middle + 1)}`,
  ]
  for (const cursor of damaged) {
    const error = (await client.get(`${path}&cursor=${cursor}`)).error(400, 'VALIDATION_ERROR')
    assert.deepEqual(issuePaths(error), ['cursor'], cursor)
  }
}
