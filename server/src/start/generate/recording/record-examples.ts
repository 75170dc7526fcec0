import type { Operation } from '@millrace/contract/operation.ts'
import type { RecordedExamples } from '#http/index.ts'
import { recordAnswers } from './record-answers.ts'
import { recordRefusals } from './record-refusals.ts'
import { startRecordedService } from './recorded-service.ts'
import { steady } from './steady-text.ts'

/** The responses of the real service to the examples of the contract, identical in every recording. */
export async function recordExamples(operations: readonly Operation[]): Promise<RecordedExamples> {
  const service = await startRecordedService()
  try {
    const answers = await recordAnswers(service, operations)
    const refusals = await recordRefusals(service)
    return steady({ answers, refusals }, service.address)
  } finally {
    await service.destroy()
  }
}
