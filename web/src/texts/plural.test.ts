import { expect, test } from 'vitest'
import { plural } from './plural.ts'

test('plural selects the form that agrees with the count', () => {
  const describe = (count: number) => plural(count, { one: 'run', other: 'runs' })
  expect([0, 1, 2, 1.5, 21].map(describe)).toEqual(['runs', 'run', 'runs', 'runs', 'runs'])
})
