import { expect, test } from 'vitest'
import { ApiError, describeError } from './api-error.ts'
import { toFormErrors } from './field-errors.ts'

const labels = { name: 'Name', scopes: 'Access', expires_at: 'Expiration' }

const invalid = (...issues: { path: string; message: string }[]) =>
  new ApiError('VALIDATION_ERROR', 'The request is not valid.', { status: 400, issues })

test('issues become sentences about their fields, however deep their path is', () => {
  const error = invalid(
    { path: 'name', message: 'is required' },
    { path: 'scopes[0]', message: 'must be one of a, b' },
    { path: '/expires_at', message: 'must be a date' },
  )
  expect(toFormErrors(error, labels)).toEqual({
    fields: {
      name: 'Name is required.',
      scopes: 'Access must be one of a, b.',
      expires_at: 'Expiration must be a date.',
    },
    form: undefined,
  })
})

test('an issue that is a sentence already stays unchanged', () => {
  const error = invalid({ path: 'name', message: 'Another active key has this name.' })
  expect(toFormErrors(error, labels).fields).toEqual({ name: 'Another active key has this name.' })
})

test('a field shows its first issue, and the form shows the issues of unknown fields', () => {
  const error = invalid(
    { path: 'name', message: 'is required' },
    { path: 'name', message: 'must be text' },
    { path: 'token', message: 'is too long' },
    { path: '', message: 'a JSON object is required as the body' },
  )
  expect(toFormErrors(error, labels)).toEqual({
    fields: { name: 'Name is required.' },
    form: 'token is too long. A JSON object is required as the body.',
  })
})

test('a failure without issues belongs to the form', () => {
  const error = new ApiError('FORBIDDEN', 'This link is no longer valid.', { status: 403 })
  expect(toFormErrors(error, labels)).toEqual({ fields: {}, form: 'This link is no longer valid.' })
})

test('an error is described by what is wrong with the request', () => {
  const issues = ['document', 'url', 'name', 'base_url', 'tags'].map((path) => ({
    path,
    message: 'is not valid',
  }))
  expect(describeError(invalid(...issues.slice(0, 1)))).toBe('Document is not valid.')
  expect(describeError(invalid(...issues))).toBe(
    'Document is not valid. Url is not valid. Name is not valid. And 2 more problems.',
  )
  expect(describeError(invalid())).toBe('The request is not valid.')
})
