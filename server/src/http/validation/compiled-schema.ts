import type { TSchema } from 'typebox'
import type { Validator } from 'typebox/compile'
import { compileSchema, findErrors, MAX_SCHEMA_ERRORS } from '#domain/index.ts'
import type { Issue } from '@millrace/contract/errors.ts'
import { describeErrors } from './describe-errors.ts'

const MORE: Issue = { path: '', message: 'may have more problems than the ones listed' }

/** Compiled on first use, so that startup does not pay for operations that nobody calls. */
export class CompiledSchema<S extends TSchema> {
  readonly #schema: S
  #validator: Validator | undefined

  constructor(schema: S) {
    this.#schema = schema
  }

  /**
   * Returns the issues; none if the value matches the schema. If there may be more, one of them says so, without a path: nothing
   * about the value can be relied on then.
   */
  check(value: unknown): readonly Issue[] {
    this.#validator ??= compileSchema(this.#schema)
    if (this.#validator.Check(value)) return []
    const errors = findErrors(this.#validator, value)
    const issues = describeErrors(errors)
    return errors.length < MAX_SCHEMA_ERRORS ? issues : [...issues, MORE]
  }
}
