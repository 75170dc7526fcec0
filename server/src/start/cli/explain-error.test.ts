import assert from 'node:assert/strict'
import { it } from 'node:test'
import { AppError } from '#domain/index.ts'
import { explainError } from './explain-error.ts'

it('An error of a command is explained by its message and its cause', () => {
  const cause = new Error('connect ECONNREFUSED 127.0.0.1:5432')
  const unreachable = 'The database cannot be reached right now.'
  const cases: [unknown, string][] = [
    [new Error('One.'), 'One.'],
    ['text', 'text'],
    [new Error('One.', { cause }), `One.\n  Cause: ${cause.message}`],
    [new AppError('INTERNAL_ERROR', unreachable, {}, { cause }), `${unreachable}\n  Cause: ${cause.message}`],
    [new Error(`It failed: ${cause.message}`, { cause }), `It failed: ${cause.message}`],
    [new AggregateError([cause, new Error('Two.')]), `${cause.message}; Two.`],
    [new Error('One.', { cause: new AggregateError([cause]) }), `One.\n  Cause: ${cause.message}`],
  ]
  for (const [error, expected] of cases) assert.equal(explainError(error), expected)
})
