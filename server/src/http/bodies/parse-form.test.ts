import assert from 'node:assert/strict'
import { it } from 'node:test'
import { AppError } from '#domain/index.ts'
import { parseForm } from './parse-form.ts'

it('A form is read as browsers send it', () => {
  assert.deepEqual(
    [...parseForm('a=1&b=x+y&b=%C3%BC&c')],
    [
      ['a', '1'],
      ['b', 'x y'],
      ['b', 'ü'],
      ['c', ''],
    ],
  )
  assert.deepEqual([...parseForm('')], [])
})

it('A form has at most 10,000 fields', () => {
  const fields = (count: number) => Array.from({ length: count }, (_, n) => `f${n}=1`).join('&')
  assert.equal(parseForm(fields(10_000)).size, 10_000)
  assert.throws(
    () => parseForm(fields(10_001)),
    (error) =>
      error instanceof AppError &&
      /must not have more than 10,000 fields/.test(JSON.stringify(error.details)),
  )
})
