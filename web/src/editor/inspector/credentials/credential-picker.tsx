import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleX } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { describeError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { credentialsQuery } from '../../../api/credentials.ts'
import * as operations from '../../../api/generated/operations.ts'
import { catalogueQuery, integrationsQuery } from '../../../api/integrations.ts'
import { Button } from '../../../components/button.tsx'
import { Combobox } from '../../../components/input/combobox.tsx'
import { useNow } from '../../../components/use-now.ts'
import * as t from '../../../texts/editor/credentials.ts'
import { formatRelative } from '../../../texts/format.ts'
import { setMember } from '../../model/edits/parameters.ts'
import { useEditorStore } from '../../model/editor-store.ts'
import { useSettledNode } from '../form/binding.tsx'
import { LabeledField } from '../form/labeled-field.tsx'
import * as ti from '../../../texts/editor/inspector.ts'
import { CreateCredentialDialog } from './create-credential-dialog.tsx'
import { kindOfCredential } from './credential-values.ts'

const CREATE = 'create'
const NONE = 'none'

interface CredentialPickerProps {
  /** The types that fit the node. */
  types: readonly string[]
  isOptional: boolean
}

/** The credential of a node, with "create" in place and a test of the connection that it belongs to. */
export function CredentialPicker({ types, isOptional }: CredentialPickerProps) {
  const id = useId()
  const store = useEditorStore()
  const node = useSettledNode()
  const { data: credentials, isFetching, error } = useQuery(credentialsQuery)
  const { data: catalogue = [] } = useQuery(catalogueQuery)
  const [creating, setCreating] = useState<string>()
  const current = node?.credential_id
  const nodeId = node?.id ?? ''
  const choose = (value: string | undefined) =>
    store.edit(ti.edited(t.credential), (draft) => setMember(draft, nodeId, 'credential_id', value))

  const options = useMemo(() => {
    const fitting = (credentials ?? [])
      .filter((one) => types.includes(one.type) || one.id === current)
      .map((one) => ({
        value: one.id,
        label: one.name,
        description: kindOfCredential(one.type, catalogue).title,
        keywords: [one.type],
      }))
    return [
      ...(isOptional || current !== undefined ? [{ value: NONE, label: t.none }] : []),
      ...fitting,
      { value: CREATE, label: t.create },
    ]
  }, [credentials, catalogue, types, current, isOptional])
  const isGone =
    current !== undefined && credentials !== undefined && !credentials.some((one) => one.id === current)

  return (
    <LabeledField
      id={id}
      label={t.credential}
      isRequired={!isOptional}
      error={isGone ? t.missing : undefined}
      actions={<ConnectionTest credentialId={current} />}
    >
      <Combobox
        id={id}
        compact
        value={current}
        onChange={(value) =>
          value === CREATE ? setCreating('') : choose(value === NONE ? undefined : value)
        }
        options={options}
        placeholder={isOptional ? t.none : t.choose}
        emptyText={t.noneFits}
        loading={isFetching && credentials === undefined}
        failure={error === null || credentials !== undefined ? undefined : describeError(error)}
        onCreate={setCreating}
        createLabel={t.createNamed}
        aria-describedby={isGone ? `${id}-error` : undefined}
        aria-invalid={isGone ? true : undefined}
      />
      {creating !== undefined && (
        <CreateCredentialDialog
          types={types.length === 0 ? ['api_key'] : types}
          suggestedName={creating}
          onCancel={() => setCreating(undefined)}
          onCreated={(credential) => {
            setCreating(undefined)
            choose(credential.id)
          }}
        />
      )}
    </LabeledField>
  )
}

/** Tests the integration that uses the credential. General credentials belong to no service, so nothing can be tested. */
function ConnectionTest({ credentialId }: { credentialId: string | undefined }) {
  const client = useQueryClient()
  const now = useNow(30_000)
  const { data: integrations = [] } = useQuery(integrationsQuery)
  const integration = integrations.find(
    (one) => credentialId !== undefined && one.credential_id === credentialId,
  )
  const test = useMutation({
    mutationFn: async (id: string) => (await call(operations.testIntegration, { params: { id } })).data,
    onSuccess: () => client.invalidateQueries({ queryKey: integrationsQuery.queryKey }),
  })
  if (integration === undefined) return null
  const result = test.data
  const { last_tested_at: testedAt, status } = integration
  return (
    <span className="flex items-center gap-1.5 text-xs text-muted">
      <output className="flex items-center gap-1">
        {result !== undefined ? (
          <TestResult isGood={result.ok} text={result.ok ? t.works(result.latency_ms) : result.message} />
        ) : test.error !== null ? (
          <TestResult isGood={false} text={describeError(test.error)} />
        ) : testedAt === null ? null : (
          <TestResult isGood={status !== 'error'} text={t.tested(formatRelative(testedAt, now))} />
        )}
      </output>
      <Button
        variant="ghost"
        size="sm"
        busy={test.isPending}
        onClick={() => test.mutate(integration.id)}
        className="md:h-6 md:px-1.5 md:text-xs"
      >
        {test.isPending ? t.testing : t.test}
      </Button>
    </span>
  )
}

function TestResult({ isGood, text }: { isGood: boolean; text: string }) {
  const Icon = isGood ? CircleCheck : CircleX
  return (
    <span
      title={text}
      className={isGood ? 'flex items-center gap-1' : 'flex items-center gap-1 text-danger-ink'}
    >
      <Icon aria-hidden="true" className={isGood ? 'size-3.5 text-success-ink' : 'size-3.5'} />
      <span className="max-w-56 truncate">{text}</span>
    </span>
  )
}
