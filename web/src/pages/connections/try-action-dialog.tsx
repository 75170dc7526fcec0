import { useMutation, useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { describeError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import * as operations from '../../api/generated/operations.ts'
import { actionQuery, type IntegrationAction } from '../../api/integrations.ts'
import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../components/dialog.tsx'
import { Loading, Skeleton } from '../../components/skeleton.tsx'
import { DataView } from '../../data-view/data-view.tsx'
import { StandaloneForm } from '../../editor/inspector/standalone-form.tsx'
import type { ParameterSchema } from '../../editor/inspector/form/schema-fields.ts'
import type { JsonValue } from '../../graph/types.ts'
import * as common from '../../texts/common.ts'
import * as t from '../../texts/connections/integrations.ts'

interface TryActionDialogProps {
  integrationId: string
  action: IntegrationAction
  onClose: () => void
}

/** Runs an action once with the parameters of a form, and shows what the service returned. */
export function TryActionDialog({ integrationId, action, onClose }: TryActionDialogProps) {
  const loaded = useQuery(actionQuery(integrationId, action.name))
  const [parameters, setParameters] = useState<Readonly<Record<string, JsonValue>>>({})
  const keep = useCallback((next: Readonly<Record<string, JsonValue>>) => setParameters(next), [])
  const attempt = useMutation({
    mutationFn: async () => {
      const body = { action: action.name, parameters: { ...parameters } }
      return (await call(operations.tryAction, { params: { id: integrationId }, body })).data
    },
  })
  const schema = loaded.data?.parameters as ParameterSchema | undefined
  const result = attempt.data
  return (
    <Dialog
      open
      onDismiss={(trigger) => trigger !== 'outside' && onClose()}
      title={t.tryTitle(action.title)}
      description={t.tryNote}
      size="lg"
    >
      <DialogBody>
        {loaded.isPending ? (
          <Loading label={t.actions} className="space-y-3">
            <Skeleton className="h-8" />
            <Skeleton className="h-8" />
          </Loading>
        ) : schema === undefined || Object.keys(schema.properties ?? {}).length === 0 ? (
          <p className="text-sm text-muted">{t.noParameters}</p>
        ) : (
          <StandaloneForm
            schema={schema}
            typical={[...(schema.required ?? []), ...Object.keys(loaded.data?.example ?? {})]}
            onChange={keep}
          />
        )}
        {attempt.error !== null && (
          <Alert tone="danger" live title={t.tryFailed}>
            {describeError(attempt.error)}
          </Alert>
        )}
        {result !== undefined && (
          <section aria-label={t.result} className="space-y-3">
            {result.ok ? (
              <Alert tone="success" live title={t.succeeded(result.latency_ms)} />
            ) : (
              <Alert tone="danger" live title={t.failed(result.error?.code ?? '')}>
                <p className="break-words">{result.error?.message}</p>
              </Alert>
            )}
            {result.ok && (
              <div className="flex h-72 flex-col overflow-hidden rounded-control border border-line">
                <DataView source={{ kind: 'value', value: result.output }} />
              </div>
            )}
          </section>
        )}
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" onClick={onClose}>
          {common.close}
        </Button>
        <Button busy={attempt.isPending} onClick={() => attempt.mutate()}>
          {t.runNow}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
