import Type from 'typebox'
import type { Validator } from 'typebox/compile'
import { NewFormFieldSchema } from '@millrace/contract/form.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '#domain/json.ts'
import { isTemplate } from '#nodes/parameters/is-template.ts'
import { readSeconds, YEAR_SECONDS } from '#nodes/parameters/read-seconds.ts'
import { compileSchema } from '#ports/schema-compiler.ts'
import { readFields } from './read-fields.ts'
import { isWaitFor, WAITS_FOR } from './wait-for.ts'

interface Problem {
  readonly parameter: string
  readonly message: string
}

/** What is wrong with a wait as it is drawn. What an expression will give is left to the run. */
export function checkWait(data: JsonObject): readonly Problem[] {
  const { for: kind, event, match, timeout_seconds: timeout, fields } = data
  const problems: Problem[] = []
  if (!isWaitFor(kind)) {
    problems.push({ parameter: 'for', message: `A wait is for one of ${WAITS_FOR.join(', ')}.` })
  }
  if (kind === 'event') {
    if (event === undefined || event === '')
      problems.push({ parameter: 'event', message: 'A wait for an event needs its name.' })
    if (match !== undefined && !['string', 'boolean'].includes(typeof match) && !isJsonObject(match))
      problems.push({ parameter: 'match', message: 'A match is an expression or an object.' })
  }
  if (
    timeout !== undefined &&
    timeout !== null &&
    !isTemplate(timeout) &&
    readSeconds(timeout) === undefined
  ) {
    problems.push({
      parameter: 'timeout_seconds',
      message: `The time-out must be a number from 0 to ${YEAR_SECONDS}.`,
    })
  }
  if (kind === 'approval' && fields !== undefined && !JSON.stringify(fields).includes('{{')) {
    problems.push(...checkApprovalFields(fields))
  }
  return problems
}

let validator: Validator | undefined

function checkApprovalFields(fields: JsonValue): readonly Problem[] {
  validator ??= compileSchema(Type.Array(NewFormFieldSchema))
  const [first] = validator.Errors(fields)
  if (first !== undefined) {
    const parameter = `fields${first.instancePath.replaceAll('/', '.')}`
    return [{ parameter, message: `It ${first.message}.` }]
  }
  return readFields(fields).issues.map(({ path, message }) => ({
    parameter: path.replaceAll(/\[(\d+)\]/g, '.$1'),
    message: `It ${message}.`,
  }))
}
