import { fieldLabels } from '@millrace/contract/field-label.ts'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, Trash2, X } from 'lucide-react'
import { submissionQuery } from '../../../api/forms.ts'
import { ApiError } from '../../../api/api-error.ts'
import { ErrorState } from '../../../components/error-state.tsx'
import { IconButton } from '../../../components/icon-button.tsx'
import { Loading, Skeleton } from '../../../components/skeleton.tsx'
import { formatMoment } from '../../../texts/format.ts'
import * as t from '../../../texts/forms/submissions.ts'
import { Answer } from './answer-text.tsx'

interface SubmissionDetailProps {
  formId: string
  submissionId: string
  canEdit: boolean
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  onDelete: () => void
  onClose: () => void
}

/** One submission, with the questions as they were when it was filled in. */
export function SubmissionDetail(props: SubmissionDetailProps) {
  const { formId, submissionId, canEdit, onPrevious, onNext, onDelete, onClose } = props
  const { data, error, isFetching, refetch } = useQuery(submissionQuery(formId, submissionId))
  const labels = fieldLabels(data?.fields ?? [])
  const isMissing = error instanceof ApiError && error.status === 404
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex h-12 shrink-0 items-center gap-1 border-b border-line pr-2 pl-4">
        <h2 className="mr-auto min-w-0 truncate text-[0.8125rem] font-semibold">
          {data === undefined ? t.detail : formatMoment(data.created_at)}
        </h2>
        <IconButton
          icon={ChevronUp}
          label={t.previous}
          keys="k"
          inactive={onPrevious === undefined}
          onClick={onPrevious}
        />
        <IconButton
          icon={ChevronDown}
          label={t.next}
          keys="j"
          inactive={onNext === undefined}
          onClick={onNext}
        />
        {canEdit && <IconButton icon={Trash2} label={t.removeOne} tone="danger" onClick={onDelete} />}
        <IconButton icon={X} label={t.closeDetail} keys="escape" onClick={onClose} />
      </div>
      {data === undefined ? (
        error === null ? (
          <Loading label={t.loading} className="space-y-4 p-4">
            <Skeleton className="h-4 w-40" />
            <Skeleton className="h-4 w-64" />
            <Skeleton className="h-4 w-52" />
          </Loading>
        ) : isMissing ? (
          <p className="p-4 text-[0.8125rem] text-muted">{t.detailMissing}</p>
        ) : (
          <ErrorState
            title={t.detailFailed}
            error={error}
            retrying={isFetching}
            onRetry={() => void refetch()}
          />
        )
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by keyboard
        <div tabIndex={0} role="region" aria-label={t.answers} className="min-h-0 flex-1 overflow-y-auto p-4">
          <dl className="space-y-4 text-sm">
            {data.fields.map(({ name, type }) => (
              <div key={name}>
                <dt dir="auto" className="text-[0.8125rem] text-muted">
                  {labels.get(name)}
                </dt>
                <dd className="mt-0.5">
                  <Answer value={data.data[name]} type={type} label={labels.get(name) ?? name} />
                </dd>
              </div>
            ))}
            {Object.entries(data.data)
              .filter(([name]) => !data.fields.some((field) => field.name === name))
              .map(([name, value]) => (
                <div key={name}>
                  <dt className="text-[0.8125rem] text-muted">{name}</dt>
                  <dd className="mt-0.5">
                    <Answer value={value} type={undefined} label={name} />
                  </dd>
                </div>
              ))}
          </dl>
          <p className="mt-6 border-t border-line pt-3 text-xs text-muted">{t.version(data.version)}</p>
          <p className="mt-1 text-xs break-all text-muted">
            {t.id} <code>{data.id}</code>
          </p>
        </div>
      )}
    </div>
  )
}
