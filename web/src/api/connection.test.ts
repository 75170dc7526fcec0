import { afterEach, expect, it } from 'vitest'
import { onReconnect, reportConnection } from './connection.ts'

afterEach(() => reportConnection('present'))

it('says once that the server responds again, and nothing while it is lost', () => {
  let calls = 0
  const stop = onReconnect(() => calls++)
  reportConnection('present')
  reportConnection('lost')
  reportConnection('lost')
  expect(calls).toBe(0)
  reportConnection('present')
  reportConnection('present')
  expect(calls).toBe(1)
  reportConnection('lost')
  stop()
  reportConnection('present')
  expect(calls).toBe(1)
})
