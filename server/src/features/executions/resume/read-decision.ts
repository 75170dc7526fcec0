import type { Issue } from '@millrace/contract/errors.ts'
import type { FormField } from '@millrace/contract/form.ts'
import { checkSubmission, isJsonObject, type JsonObject, type JsonValue } from '#domain/index.ts'
import type { PageCall } from '#http/index.ts'
import { readAnswers, sentTexts } from '../../public-pages/read-answers.ts'

/** Names of the controls that are not questions of the request; none of those has them. */
export interface OwnNames {
  readonly decision: string
  readonly comment: string
}

export function ownNames(fields: readonly FormField[]): OwnNames {
  const taken = new Set(fields.map(({ name }) => name))
  const free = (wanted: string) => {
    let name = wanted
    while (taken.has(name)) name += '_'
    return name
  }
  return { decision: free('decision'), comment: free('comment') }
}

const MAX_COMMENT = 10_000

export type Decision = { readonly data: JsonObject } | { readonly issues: readonly Issue[] }

/** The decision of a person, or of a program in their place: `{"approved": true, "comment", "data"}`. */
export function readDecision(call: PageCall, fields: readonly FormField[]): Decision {
  const { approved, comment, answers } =
    call.json === undefined ? readForm(call, fields) : readJson(call, call.json as JsonValue)
  if (approved === undefined) {
    return { issues: [{ path: 'approved', message: 'is required: true or false' }] }
  }
  const issues: Issue[] = isJsonObject(answers)
    ? [...checkSubmission(approved ? fields : fields.map(asOptional), answers)]
    : [{ path: 'data', message: 'must be an object' }]
  if (typeof comment !== 'string' || comment.length > MAX_COMMENT) {
    issues.push({ path: 'comment', message: `must be a text of ${MAX_COMMENT} characters at most` })
  }
  if (issues.length > 0) return { issues }
  return { data: { approved, ...(comment !== '' && { comment }), data: answers } }
}

interface Given {
  readonly approved: boolean | undefined
  readonly comment: JsonValue
  readonly answers: JsonValue
}

function readForm({ sent, query }: PageCall, fields: readonly FormField[]): Given {
  const names = ownNames(fields)
  const decision = sent.get(names.decision) ?? query.get('decision')
  return {
    approved: decision === 'approve' ? true : decision === 'reject' ? false : undefined,
    comment: (sent.get(names.comment) ?? '').replaceAll('\r\n', '\n').trim(),
    answers: readAnswers(fields, sentTexts(fields, sent)),
  }
}

function readJson({ query }: PageCall, json: JsonValue): Given {
  const { approved, comment, data } = isJsonObject(json) ? json : {}
  const asked = { approve: true, reject: false }[query.get('decision') ?? '']
  return {
    approved: typeof approved === 'boolean' ? approved : approved === undefined ? asked : undefined,
    comment: comment ?? '',
    answers: data ?? {},
  }
}

/** Nobody has to answer questions to say no. */
function asOptional(field: FormField): FormField {
  return { ...field, required: false }
}
