import { fieldLabels } from '@millrace/contract/field-label.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check, CircleSlash } from 'lucide-react'
import { useRef, useState } from 'react'
import { answerWait, type Wait, waitKeys } from '../api/waits.ts'
import { useCan } from '../app/use-can.ts'
import { Alert } from '../components/alert.tsx'
import { Button } from '../components/button.tsx'
import { Field } from '../components/field.tsx'
import { focusFirstInvalid } from '../components/focus-first-invalid.ts'
import { Textarea } from '../components/input/textarea.tsx'
import * as t from '../texts/waits.ts'
import { AnswerField } from './answer-field.tsx'
import { NO_PROBLEMS, problemsOf, readAnswers, startingAnswers } from './answers.ts'

interface ApprovalFormProps {
  wait: Wait
  /** The decision was stored. */
  onAnswered: (approved: boolean) => void
}

/** The question of a workflow, its fields, and the buttons that answer. Give it the id of the wait as its key. */
export function ApprovalForm({ wait, onAnswered }: ApprovalFormProps) {
  const client = useQueryClient()
  const canAnswer = useCan('executions:write')
  const form = useRef<HTMLFormElement>(null)
  const [answers, setAnswers] = useState(() => startingAnswers(wait.fields))
  const [comment, setComment] = useState('')
  const [problems, setProblems] = useState(NO_PROBLEMS)
  const [attempt, setAttempt] = useState(() => crypto.randomUUID())
  const answer = useMutation({
    mutationFn: (approved: boolean) =>
      answerWait(wait, { approved, comment, data: readAnswers(wait.fields, answers) }, attempt),
    onSuccess: (_sent, approved) => {
      setProblems(NO_PROBLEMS)
      onAnswered(approved)
      void client.invalidateQueries({ queryKey: waitKeys.all })
    },
    onError: (error) => {
      setAttempt(crypto.randomUUID())
      setProblems(problemsOf(error, wait.fields))
      focusFirstInvalid(form.current)
    },
  })
  const labels = fieldLabels(wait.fields)
  const isBusy = answer.isPending || answer.isSuccess
  const decide = (approved: boolean) => !isBusy && answer.mutate(approved)
  return (
    <form
      ref={form}
      aria-label={t.decision(wait.node_name ?? wait.node_id)}
      noValidate
      onSubmit={(event) => event.preventDefault()}
      className="space-y-4"
    >
      <p dir="auto" className="text-sm break-words whitespace-pre-wrap">
        {wait.message}
      </p>
      {canAnswer ? (
        <>
          {wait.fields.map((field) => (
            <AnswerField
              key={field.name}
              field={field}
              label={labels.get(field.name) ?? field.name}
              value={answers[field.name]}
              error={problems.fields[field.name]}
              onChange={(value) => setAnswers({ ...answers, [field.name]: value })}
            />
          ))}
          <Field label={t.comment}>
            {(control) => (
              <Textarea
                {...control}
                dir="auto"
                rows={2}
                maxLength={10_000}
                value={comment}
                onChange={(event) => setComment(event.target.value)}
              />
            )}
          </Field>
          {problems.form !== undefined && (
            <Alert tone="danger" live title={t.notSent}>
              {problems.form}
            </Alert>
          )}
          <div className="flex flex-wrap gap-2">
            <Button busy={isBusy && answer.variables} onClick={() => decide(true)}>
              <Check aria-hidden="true" className="size-4" />
              {t.approve}
            </Button>
            <Button variant="secondary" busy={isBusy && !answer.variables} onClick={() => decide(false)}>
              <CircleSlash aria-hidden="true" className="size-4" />
              {t.reject}
            </Button>
          </div>
        </>
      ) : (
        <p className="text-sm text-muted">{t.onlyEditors}</p>
      )}
    </form>
  )
}
