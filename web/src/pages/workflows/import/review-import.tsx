import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { ApiError, describeError } from '../../../api/api-error.ts'
import {
  checkImportQuery,
  importBundle,
  type ImportedBundle,
  type ImportMap,
  type ImportMode,
  type ImportReport,
} from '../../../api/bundles.ts'
import { credentialsQuery } from '../../../api/credentials.ts'
import { formKeys } from '../../../api/forms.ts'
import { variablesKey } from '../../../api/variables.ts'
import { workflowKeys } from '../../../api/workflows.ts'
import { Alert } from '../../../components/alert.tsx'
import { Button } from '../../../components/button.tsx'
import { DialogBody, DialogFooter } from '../../../components/dialog.tsx'
import { RadioCard, RadioCards } from '../../../components/radio-card.tsx'
import { Spinner } from '../../../components/spinner.tsx'
import * as errors from '../../../texts/errors.ts'
import * as t from '../../../texts/workflows/import.ts'
import { ChooseCredentials } from './choose-credentials.tsx'
import { credentialChoices, toMap } from './credential-choices.ts'
import { ImportContents, MissingReferences } from './import-contents.tsx'

interface ReviewImportProps {
  bundle: ImportedBundle
  /** Counts the bundles of this dialog. */
  attempt: number
  onBack: () => void
  onImported: (title: string, workflows: readonly { id: string }[]) => void
}

/** Shows what importing a bundle does, and lets the person choose credentials for it, before it is done. */
export function ReviewImport({ bundle, attempt, onBack, onImported }: ReviewImportProps) {
  const client = useQueryClient()
  const modeId = useId()
  const [made, setMade] = useState<ImportMap>({})
  const [chosenMode, setChosenMode] = useState<ImportMode>('create')
  const credentials = useQuery(credentialsQuery)
  const choices = credentialChoices(bundle, credentials.data ?? [], made)
  const map = toMap(choices)
  const check = useQuery({
    ...checkImportQuery(bundle, map, attempt),
    // Which credentials are chosen beforehand is known only then.
    enabled: choices.length === 0 || !credentials.isPending,
  })
  const report = check.data
  const differs = report !== undefined && itemsOf(report).some(({ action }) => action === 'replace')
  const mode = differs ? chosenMode : 'create'
  const count = report === undefined ? 0 : itemsOf(report).filter(({ action }) => isDone(action, mode)).length
  const send = useMutation({
    mutationFn: () => importBundle(bundle, mode, map),
    onSuccess: async (done) => {
      const keys = [workflowKeys.all, formKeys.all, variablesKey]
      await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
      const workflows = done.workflows.filter(({ applied }) => applied)
      onImported(
        t.imported({
          workflows: workflows.length,
          forms: done.forms.filter(({ applied }) => applied).length,
          variables: done.variables.filter(({ applied }) => applied).length,
        }),
        workflows.flatMap(({ id }) => (id === null ? [] : [{ id }])),
      )
    },
  })
  const others = report?.missing.filter(({ kind }) => kind !== 'credential') ?? []
  return (
    <>
      <DialogBody focusable>
        {send.error !== null && (
          <Alert tone="danger" live title={t.failed}>
            {describeError(send.error)}
          </Alert>
        )}
        {check.error !== null && (
          <Alert tone="danger" live title={t.refused}>
            {describeRefusal(check.error)}
          </Alert>
        )}
        {report === undefined && check.error === null && (
          <p role="status" className="flex items-center gap-2 text-sm text-muted">
            <Spinner /> {t.checking}
          </p>
        )}
        {report !== undefined && check.error === null && (
          <>
            {choices.length > 0 && (
              <ChooseCredentials
                choices={choices}
                onChoose={(id, chosen) => setMade({ ...made, [id]: chosen })}
              />
            )}
            {others.length > 0 && <MissingReferences missing={others} />}
            {differs && (
              <section className="space-y-2.5">
                <h3 id={modeId} className="text-sm font-semibold">
                  {t.differences}
                </h3>
                <RadioCards labelledBy={modeId} value={mode} onChange={setChosenMode}>
                  <RadioCard value="create" title={t.keep}>
                    {t.keepNote}
                  </RadioCard>
                  <RadioCard value="replace" title={t.replace}>
                    {t.replaceNote}
                  </RadioCard>
                </RadioCards>
              </section>
            )}
            <ImportContents report={report} mode={mode} />
          </>
        )}
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" inactive={send.isPending} onClick={onBack}>
          {t.back}
        </Button>
        <Button
          inactive={count === 0 || check.error !== null}
          busy={send.isPending}
          onClick={() => send.mutate()}
        >
          {t.importNow}
        </Button>
      </DialogFooter>
    </>
  )
}

/** The person knows the file, not the request that it is sent in. */
function describeRefusal(error: Error): string {
  if (!(error instanceof ApiError) || error.issues.length === 0) return describeError(error)
  const issues = error.issues.map((issue) => ({ ...issue, path: issue.path.replace(/^bundle\./, '') }))
  return errors.allIssues(issues)
}

function itemsOf({ workflows, forms, variables }: ImportReport) {
  return [...workflows, ...forms, ...variables]
}

function isDone(action: ImportReport['workflows'][number]['action'], mode: ImportMode): boolean {
  return action === 'create' || (action === 'replace' && mode === 'replace')
}
