import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { describeError } from '../api/api-error.ts'
import { credentialsQuery } from '../api/credentials.ts'
import { catalogueQuery } from '../api/integrations.ts'
import { Combobox } from '../components/input/combobox.tsx'
import type { ControlProps } from '../components/input/control.ts'
import * as t from '../texts/credentials.ts'
import { CreateCredentialDialog } from './create-credential-dialog.tsx'
import { kindOfCredential } from './credential-values.ts'

const CREATE = 'create'
const NONE = 'none'

interface CredentialSelectProps extends ControlProps {
  /** The types that fit. */
  types: readonly string[]
  isOptional: boolean
  value: string | undefined
  onChange: (id: string | undefined) => void
  disabled?: boolean
  /** What the control says while nothing is chosen. */
  placeholder?: string
  /** The name of a credential that is created here. */
  suggestedName?: string
}

/** One of the stored credentials, with "create" in place. */
export function CredentialSelect({
  types,
  isOptional,
  value,
  onChange,
  placeholder = isOptional ? t.none : t.choose,
  suggestedName = '',
  ...control
}: CredentialSelectProps) {
  const { data: credentials, isFetching, error } = useQuery(credentialsQuery)
  const { data: catalogue = [] } = useQuery(catalogueQuery)
  const [creating, setCreating] = useState<string>()
  const options = useMemo(() => {
    const fitting = (credentials ?? [])
      .filter((one) => types.includes(one.type) || one.id === value)
      .map((one) => ({
        value: one.id,
        label: one.name,
        description: kindOfCredential(one.type, catalogue).title,
        keywords: [one.type],
      }))
    return [
      ...(isOptional || value !== undefined ? [{ value: NONE, label: t.none }] : []),
      ...fitting,
      { value: CREATE, label: t.create },
    ]
  }, [credentials, catalogue, types, value, isOptional])
  return (
    <>
      <Combobox
        {...control}
        compact
        value={value}
        onChange={(next) =>
          next === CREATE ? setCreating(suggestedName) : onChange(next === NONE ? undefined : next)
        }
        options={options}
        placeholder={placeholder}
        emptyText={t.noneFits}
        loading={isFetching && credentials === undefined}
        failure={error === null || credentials !== undefined ? undefined : describeError(error)}
        onCreate={setCreating}
        createLabel={t.createNamed}
      />
      {creating !== undefined && (
        <CreateCredentialDialog
          types={types.length === 0 ? ['api_key'] : types}
          suggestedName={creating}
          onCancel={() => setCreating(undefined)}
          onCreated={(credential) => {
            setCreating(undefined)
            onChange(credential.id)
          }}
        />
      )}
    </>
  )
}
