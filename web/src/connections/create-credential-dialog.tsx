import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { describeError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { credentialsQuery, type Credential } from '../api/credentials.ts'
import * as operations from '../api/generated/operations.ts'
import { catalogueQuery, integrationsQuery } from '../api/integrations.ts'
import { Alert } from '../components/alert.tsx'
import { Button } from '../components/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../components/dialog.tsx'
import { Field } from '../components/field.tsx'
import { focusFirstInvalid } from '../components/focus-first-invalid.ts'
import { controlClass } from '../components/input/control.ts'
import { Combobox } from '../components/input/combobox.tsx'
import * as common from '../texts/common.ts'
import * as t from '../texts/credentials.ts'
import { CredentialFields } from './credential-fields.tsx'
import { encodeValues, isIncomplete, kindOfCredential, splitHosts } from './credential-values.ts'

interface CreateCredentialDialogProps {
  types: readonly string[]
  /** The name that was typed into the picker. */
  suggestedName: string
  onCreated: (credential: Credential) => void
  onCancel: () => void
}

/** Stores a secret, from a form that its type describes. */
export function CreateCredentialDialog({
  types,
  suggestedName,
  onCreated,
  onCancel,
}: CreateCredentialDialogProps) {
  const client = useQueryClient()
  const formId = useId()
  const { data: catalogue = [] } = useQuery(catalogueQuery)
  const [type, setType] = useState(types[0] ?? 'api_key')
  const kind = kindOfCredential(type, catalogue)
  const [name, setName] = useState(suggestedName)
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [hosts, setHosts] = useState('')
  const [wasSent, setWasSent] = useState(false)
  const create = useMutation({
    mutationFn: async () => {
      const allowed = splitHosts(hosts)
      const body = {
        name: name.trim() || kind.title,
        type,
        value: encodeValues(kind, values),
        ...(allowed.length > 0 && { allowed_hosts: allowed }),
      }
      return (await call(operations.createCredential, { body })).data
    },
    onSuccess: async (credential) => {
      await Promise.all([
        client.invalidateQueries({ queryKey: credentialsQuery.queryKey }),
        client.invalidateQueries({ queryKey: integrationsQuery.queryKey }),
      ])
      onCreated(credential)
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setWasSent(true)
    if (isIncomplete(kind, values)) focusFirstInvalid(event.currentTarget)
    else create.mutate()
  }
  return (
    <Dialog
      open
      onDismiss={(trigger) => trigger !== 'outside' && !create.isPending && onCancel()}
      title={t.title}
      description={t.description}
    >
      <DialogBody>
        {create.error !== null && (
          <Alert tone="danger" live title={t.failed}>
            {describeError(create.error)}
          </Alert>
        )}
        <form id={formId} noValidate onSubmit={submit} className="space-y-4">
          {types.length > 1 && (
            <Field label={t.type} hint={kind.help}>
              {(control) => (
                <Combobox
                  {...control}
                  compact
                  value={type}
                  onChange={(next) => {
                    setType(next)
                    setValues({})
                    setWasSent(false)
                  }}
                  options={types.map((one) => ({
                    value: one,
                    label: kindOfCredential(one, catalogue).title,
                    keywords: [one],
                  }))}
                />
              )}
            </Field>
          )}
          <Field label={t.name}>
            {(control) => (
              <input
                {...control}
                value={name}
                placeholder={kind.title}
                maxLength={200}
                onChange={(event) => setName(event.target.value)}
                className={controlClass(true)}
              />
            )}
          </Field>
          <CredentialFields kind={kind} values={values} showMissing={wasSent} onChange={setValues} />
          {types.length === 1 && kind.help !== '' && <p className="text-sm text-muted">{kind.help}</p>}
          <Field label={t.hosts} hint={t.hostsHelp}>
            {(control) => (
              <input
                {...control}
                value={hosts}
                onChange={(event) => setHosts(event.target.value)}
                className={controlClass(true)}
              />
            )}
          </Field>
        </form>
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" inactive={create.isPending} onClick={onCancel}>
          {common.cancel}
        </Button>
        <Button type="submit" form={formId} busy={create.isPending}>
          {t.save}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
