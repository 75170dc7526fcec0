import { PatternCheck } from '@millrace/expressions'
import type { Issue } from '@millrace/contract/errors.ts'
import type { FormField } from '@millrace/contract/form.ts'
import { MAX_COMMENT } from '@millrace/contract/wait.ts'
import { checkSubmission, isJsonObject, type JsonObject, type JsonValue } from '#domain/index.ts'
import type { PageCall } from '#http/index.ts'
import { readAnswers, sentTexts } from '../../public-pages/read-answers.ts'
import { unusedName } from '../../public-pages/unused-name.ts'

/** Names of the controls that the page adds to the questions of the request. */
export interface OwnNames {
  readonly decision: string
  readonly comment: string
}

export function ownNames(fields: readonly FormField[]): OwnNames {
  return { decision: unusedName(fields, 'decision'), comment: unusedName(fields, 'comment') }
}

export type Decision = { readonly data: JsonObject } | { readonly issues: readonly Issue[] }

/** The decision of a person, or of a program on their behalf: `{"approved": true, "comment", "data"}`. */
export function readDecision(call: PageCall, fields: readonly FormField[]): Decision {
  return checkDecision(
    call.json === undefined ? readForm(call, fields) : readJson(call, call.json as JsonValue),
    fields,
  )
}

/** Checks a decision against the questions of the request. */
export function checkDecision(
  { approved, comment, answers }: SentDecision,
  fields: readonly FormField[],
): Decision {
  if (approved === undefined) {
    return { issues: [{ path: 'approved', message: 'is required and must be true or false' }] }
  }
  const issues: Issue[] = isJsonObject(answers)
    ? [...checkSubmission(approved ? fields : fields.map(asOptional), answers, new PatternCheck())]
    : [{ path: 'data', message: 'must be an object' }]
  if (typeof comment !== 'string' || comment.length > MAX_COMMENT) {
    issues.push({ path: 'comment', message: `must be a string of at most ${MAX_COMMENT} characters` })
  }
  if (issues.length > 0) return { issues }
  return { data: { approved, ...(comment !== '' && { comment }), data: answers } }
}

interface SentDecision {
  readonly approved: boolean | undefined
  readonly comment: JsonValue
  readonly answers: JsonValue
}

function readForm({ sent, query }: PageCall, fields: readonly FormField[]): SentDecision {
  const names = ownNames(fields)
  const decision = sent.get(names.decision) ?? query.get('decision')
  return {
    approved: decision === 'approve' ? true : decision === 'reject' ? false : undefined,
    comment: (sent.get(names.comment) ?? '').replaceAll('\r\n', '\n').trim(),
    answers: readAnswers(fields, sentTexts(fields, sent)),
  }
}

function readJson({ query }: PageCall, json: JsonValue): SentDecision {
  const { approved, comment, data } = isJsonObject(json) ? json : {}
  const linked = { approve: true, reject: false }[query.get('decision') ?? '']
  return {
    approved: typeof approved === 'boolean' ? approved : approved === undefined ? linked : undefined,
    comment: comment ?? '',
    answers: data ?? {},
  }
}

/** A rejection does not require answers. */
function asOptional(field: FormField): FormField {
  return { ...field, required: false }
}
