import Type from 'typebox'
import type { Validator } from 'typebox/compile'
import { NewFormFieldSchema } from '@millrace/contract/form.ts'
import { compileSchema, isJsonObject, type JsonObject, type JsonValue } from '#domain/index.ts'
import { isTemplate } from '#nodes/parameters/is-template.ts'
import { readSeconds, YEAR_SECONDS } from '#nodes/parameters/read-seconds.ts'
import { readFields } from './read-fields.ts'

interface Problem {
  readonly parameter: string
  readonly message: string
}

/** What is wrong with a wait as it is drawn. What an expression will give is left to the run. */
export function checkWait(data: JsonObject): readonly Problem[] {
  const { for: kind, event, match, timeout_seconds: timeout, fields } = data
  const problems: Problem[] = []
  const complain = (parameter: string, message: string) => void problems.push({ parameter, message })
  if (kind === 'event' && event === undefined) {
    complain('event', 'the parameter `event` is missing: the name of what is waited for.')
  }
  if (kind === 'event' && typeof match === 'object' && !isJsonObject(match)) {
    complain('match', 'the parameter `match` must be an expression or an object.')
  }
  if (
    timeout !== undefined &&
    timeout !== null &&
    !isTemplate(timeout) &&
    readSeconds(timeout) === undefined
  ) {
    complain(
      'timeout_seconds',
      `the parameter \`timeout_seconds\` must be a number from 0 to ${YEAR_SECONDS}.`,
    )
  }
  if (kind === 'approval' && fields !== undefined && !JSON.stringify(fields).includes('{{')) {
    for (const { path, message } of findFieldIssues(fields)) {
      const parameter = path.replaceAll(/\[(\d+)\]/g, '.$1')
      complain(parameter, `the parameter \`${parameter}\` ${message}.`)
    }
  }
  return problems
}

let validator: Validator | undefined

/** What breaks a rule of forms. What has not even their shape is named by the schema. */
function findFieldIssues(fields: JsonValue) {
  validator ??= compileSchema(Type.Array(NewFormFieldSchema))
  return validator.Check(fields) ? readFields(fields).issues : []
}
