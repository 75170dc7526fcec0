import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { toFormErrors } from './field-errors.ts'

const invalid = (...issues: { path: string; message: string }[]) =>
  new ApiError('VALIDATION_ERROR', 'The request is not valid.', { status: 400, issues })

test('issues go to their fields, however deep the path reaches', () => {
  const error = invalid(
    { path: 'name', message: 'A' },
    { path: 'scopes[0]', message: 'B' },
    { path: '/expires_at', message: 'C' },
  )
  expect(toFormErrors(error, ['name', 'scopes', 'expires_at'])).toEqual({
    fields: { name: 'A', scopes: 'B', expires_at: 'C' },
    form: undefined,
  })
})

test('the first issue of a field wins, and issues of unknown fields stay visible', () => {
  const error = invalid(
    { path: 'name', message: 'A' },
    { path: 'name', message: 'B' },
    { path: 'token', message: 'C' },
    { path: '', message: 'D' },
  )
  expect(toFormErrors(error, ['name'])).toEqual({ fields: { name: 'A' }, form: 'token: C D' })
})

test('a failure without issues speaks for the whole form', () => {
  const error = new ApiError('FORBIDDEN', 'This link is no longer valid.', { status: 403 })
  expect(toFormErrors(error, ['name'])).toEqual({ fields: {}, form: 'This link is no longer valid.' })
})
