import type { TSchema } from 'typebox'
import type { Validator } from 'typebox/compile'
import { compileSchema } from '#domain/index.ts'
import type { Issue } from '@millrace/contract/errors.ts'
import { describeErrors } from './describe-errors.ts'

/** Compiled on first use, so that startup does not pay for operations that nobody calls. */
export class CompiledSchema<S extends TSchema> {
  readonly #schema: S
  #validator: Validator | undefined

  constructor(schema: S) {
    this.#schema = schema
  }

  /** Returns all issues; none if the value matches the schema. */
  check(value: unknown): readonly Issue[] {
    this.#validator ??= compileSchema(this.#schema)
    if (this.#validator.Check(value)) return []
    return describeErrors(this.#validator.Errors(value))
  }
}
