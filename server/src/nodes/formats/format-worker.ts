import { repairJsonParse } from '#domain/json-parse/repair-json-parse.ts'
import type { FormatJobInput } from './format-job.ts'
import type { FormatResult } from '#nodes/format-operations/format-result.ts'
import {
  type OperationInput,
  type OperationName,
  performOperation,
} from '#nodes/format-operations/operations.ts'

repairJsonParse()

/** Runs in a worker thread; see `format-job.ts`. */
export default function runFormat({ operation, input }: FormatJobInput): Promise<FormatResult<string>> {
  return performOperation(operation, JSON.parse(input) as OperationInput<OperationName>)
}
