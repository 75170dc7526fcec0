import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Eye, EyeOff } from 'lucide-react'
import { useId, useState, type FormEvent } from 'react'
import { describeError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { credentialsQuery, type Credential } from '../../../api/credentials.ts'
import * as operations from '../../../api/generated/operations.ts'
import { catalogueQuery, integrationsQuery } from '../../../api/integrations.ts'
import { Alert } from '../../../components/alert.tsx'
import { Button } from '../../../components/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../../components/dialog.tsx'
import { Field } from '../../../components/field.tsx'
import { IconButton } from '../../../components/icon-button.tsx'
import { controlClass } from '../../../components/input/control.ts'
import { Select } from '../../../components/input/select.tsx'
import { Textarea } from '../../../components/input/textarea.tsx'
import * as common from '../../../texts/common.ts'
import * as t from '../../../texts/editor/credentials.ts'
import { type CredentialField, kindOfCredential } from './credential-values.ts'

interface CreateCredentialDialogProps {
  types: readonly string[]
  /** The name that was typed into the picker. */
  suggestedName: string
  onCreated: (credential: Credential) => void
  onCancel: () => void
}

/** Stores a secret without leaving the node that needs it. */
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
      const allowed = hosts.split(/[\s,]+/).filter((host) => host !== '')
      const trimmed = Object.fromEntries(
        kind.fields.map((field) => [field.name, (values[field.name] ?? '').trim()]),
      )
      const body = {
        name: name.trim() || kind.title,
        type,
        value: kind.encode(trimmed),
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
  const isMissing = (field: CredentialField) => field.isRequired && (values[field.name] ?? '').trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setWasSent(true)
    if (!kind.fields.some(isMissing)) create.mutate()
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
                <Select
                  {...control}
                  compact
                  value={type}
                  onChange={(next) => {
                    setType(next)
                    setWasSent(false)
                  }}
                  options={types.map((one) => ({
                    value: one,
                    label: kindOfCredential(one, catalogue).title,
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
          {kind.fields.map((field) => (
            <SecretField
              key={`${type}.${field.name}`}
              field={field}
              value={values[field.name] ?? ''}
              error={wasSent && isMissing(field) ? t.required(field.title) : undefined}
              onChange={(text) => setValues((known) => ({ ...known, [field.name]: text }))}
            />
          ))}
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

interface SecretFieldProps {
  field: CredentialField
  value: string
  error: string | undefined
  onChange: (text: string) => void
}

function SecretField({ field, value, error, onChange }: SecretFieldProps) {
  const [isShown, setShown] = useState(false)
  const { title, help, options, isSecret, example } = field
  return (
    <Field label={title} {...(help === '' ? {} : { hint: help })} error={error}>
      {(control) =>
        options !== undefined ? (
          <Select
            {...control}
            compact
            value={value}
            onChange={onChange}
            options={[{ value: '', label: '' }, ...options.map((one) => ({ value: one, label: one }))]}
          />
        ) : field.isLong === true ? (
          <Textarea {...control} compact value={value} onChange={(event) => onChange(event.target.value)} />
        ) : (
          <span className="relative block">
            <input
              {...control}
              type={isSecret && !isShown ? 'password' : 'text'}
              autoComplete="off"
              spellCheck={false}
              value={value}
              placeholder={example}
              onChange={(event) => onChange(event.target.value)}
              className={controlClass(true, isSecret ? 'pr-10 md:pr-10 font-mono' : '')}
            />
            {isSecret && (
              <IconButton
                icon={isShown ? EyeOff : Eye}
                label={isShown ? t.hide(title) : t.show(title)}
                onClick={() => setShown(!isShown)}
                className="absolute top-0 right-0"
              />
            )}
          </span>
        )
      }
    </Field>
  )
}
