import type { Issue } from '@millrace/contract/errors.ts'
import { type FormField, MAX_FORM_FILES } from '@millrace/contract/form.ts'
import { checkValue } from './check-value.ts'
import { isAcceptEntry, maxFilesOf } from './field-files.ts'
import type { FieldPatterns } from './field-patterns.ts'

type PathOf = (index: number) => string

const inOrder: PathOf = (index) => `fields[${index}]`

/** Checks the rules for each field that a schema cannot express. */
export function checkFields(
  fields: readonly FormField[],
  patterns: FieldPatterns,
  pathOf = inOrder,
): Issue[] {
  const issues: Issue[] = []
  for (const [index, field] of fields.entries()) {
    const path = pathOf(index)
    checkBounds(field, path, issues)
    checkAccept(field, path, issues)
    const problem = checkPattern(field, patterns)
    if (problem !== undefined) issues.push({ path: `${path}.pattern`, message: problem })
    else checkDefault(field, path, patterns, issues)
  }
  return [...issues, ...checkFileCount(fields, pathOf)]
}

/** Reports duplicate names. An undefined entry is an invalid name, which is skipped. */
export function checkNames(names: readonly (string | undefined)[]): Issue[] {
  const issues: Issue[] = []
  const seen = new Set<string>()
  for (const [index, name] of names.entries()) {
    if (name === undefined) continue
    if (seen.has(name)) {
      issues.push({
        path: `${inOrder(index)}.name`,
        message: `must be unique: another field is already named "${name}"`,
      })
    }
    seen.add(name)
  }
  return issues
}

function checkBounds(field: FormField, path: string, issues: Issue[]): void {
  const { min, max, min_length: minLength, max_length: maxLength } = field
  if (min !== undefined && max !== undefined && typeof min === typeof max && min > max) {
    issues.push({ path: `${path}.min`, message: 'must not be greater than `max`' })
  }
  if (minLength !== undefined && maxLength !== undefined && minLength > maxLength) {
    issues.push({ path: `${path}.min_length`, message: 'must not be greater than `max_length`' })
  }
}

function checkAccept({ accept = [] }: FormField, path: string, issues: Issue[]): void {
  for (const [index, entry] of accept.entries()) {
    if (isAcceptEntry(entry)) continue
    const message = 'must be a media type (application/pdf), a group (image/*) or the end of a name (.pdf)'
    issues.push({ path: `${path}.accept[${index}]`, message })
  }
}

function checkFileCount(fields: readonly FormField[], pathOf: PathOf): Issue[] {
  let count = 0
  for (const [index, field] of fields.entries()) {
    if (field.type === 'file') count += maxFilesOf(field)
    if (count <= MAX_FORM_FILES) continue
    const message = `must leave the form with at most ${MAX_FORM_FILES} files in all its fields`
    return [{ path: `${pathOf(index)}.max_files`, message }]
  }
  return []
}

function checkPattern({ pattern }: FormField, patterns: FieldPatterns): string | undefined {
  if (pattern === undefined) return undefined
  const problem = patterns.findProblem(pattern)
  return problem === undefined ? undefined : `is not a supported regular expression: ${problem}`
}

function checkDefault(field: FormField, path: string, patterns: FieldPatterns, issues: Issue[]): void {
  if (field.default === undefined || field.default === null || field.default === '') return
  if (field.type === 'file') {
    issues.push({ path: `${path}.default`, message: 'must be left out: a file has no default' })
    return
  }
  const problem = checkValue(field, field.default, patterns)
  if (problem !== undefined) issues.push({ path: `${path}.default`, message: problem })
}
