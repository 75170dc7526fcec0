import assert from 'node:assert/strict'
import { it } from 'node:test'
import { describeUnknownParameter } from './describe-unknown-parameter.ts'

it('The message for an unknown parameter suggests a similar one, or lists all parameters', () => {
  const describeUnknown = (unknown: string, known: readonly string[]) =>
    describeUnknownParameter('post', unknown, known)
  assert.equal(
    describeUnknown('chanel', ['channel', 'text']),
    'The action `post` has no parameter `chanel`. Did you mean `channel`?',
  )
  assert.equal(
    describeUnknown('priority', ['channel', 'text']),
    'The action `post` has no parameter `priority`. Its parameters are `channel`, `text`.',
  )
  assert.equal(
    describeUnknown('priority', []),
    'The action `post` has no parameter `priority`. It takes no parameters.',
  )
})
