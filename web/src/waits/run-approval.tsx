import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { runWaitsQuery } from '../api/waits.ts'
import * as t from '../texts/waits.ts'
import { ApprovalForm } from './approval-form.tsx'

/** Answers an approval on the page of its run. */
export function RunApproval({ executionId, stepKey }: { executionId: string; stepKey: string }) {
  const { data: waits } = useQuery(runWaitsQuery(executionId))
  const [answer, setAnswer] = useState<string>()
  if (answer !== undefined) {
    return (
      <p role="status" className="text-sm font-medium">
        {answer}
      </p>
    )
  }
  const wait = waits?.find(({ key }) => key === stepKey)
  if (wait === undefined) return null
  return (
    <ApprovalForm
      key={wait.id}
      wait={wait}
      onAnswered={(approved) => setAnswer(approved ? t.approvedRun : t.rejectedRun)}
    />
  )
}
