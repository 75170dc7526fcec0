import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { credentialsQuery } from '../../../api/credentials.ts'
import { ConnectionTest } from '../../../connections/connection-test.tsx'
import { CredentialSelect } from '../../../connections/credential-select.tsx'
import * as t from '../../../texts/credentials.ts'
import * as ti from '../../../texts/editor/inspector.ts'
import { setMember } from '../../model/edits/parameters.ts'
import { useEditorStore } from '../../model/editor-store.ts'
import { useSettledNode } from '../form/binding.tsx'
import { LabeledField } from '../form/labeled-field.tsx'

interface CredentialPickerProps {
  /** The types that fit the node. */
  types: readonly string[]
  isOptional: boolean
}

/** The credential of a node, with a test of the connection that it belongs to. */
export function CredentialPicker({ types, isOptional }: CredentialPickerProps) {
  const id = useId()
  const store = useEditorStore()
  const node = useSettledNode()
  const { data: credentials } = useQuery(credentialsQuery)
  const current = node?.credential_id
  const nodeId = node?.id ?? ''
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
      <CredentialSelect
        id={id}
        types={types}
        isOptional={isOptional}
        value={current}
        onChange={(value) =>
          store.edit(ti.edited(t.credential), (draft) => setMember(draft, nodeId, 'credential_id', value))
        }
        aria-describedby={isGone ? `${id}-error` : undefined}
        aria-invalid={isGone ? true : undefined}
      />
    </LabeledField>
  )
}
