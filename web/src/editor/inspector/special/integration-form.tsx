import { useQuery } from '@tanstack/react-query'
import { useId, useMemo } from 'react'
import { describeError } from '../../../api/api-error.ts'
import {
  actionsQuery,
  actionQuery,
  catalogueQuery,
  integrationsQuery,
  type CatalogueEntry,
  type IntegrationAction,
} from '../../../api/integrations.ts'
import { Combobox } from '../../../components/input/combobox.tsx'
import { Skeleton } from '../../../components/skeleton.tsx'
import { Markdown } from '../../../graph/cards/markdown.tsx'
import * as t from '../../../texts/editor/inspector.ts'
import { CredentialPicker } from '../credentials/credential-picker.tsx'
import { MapParameter } from '../controls/map-parameter.tsx'
import { useParameterEdits, useParameterProblem, useParameterValue } from '../form/binding.tsx'
import { LabeledField } from '../form/labeled-field.tsx'
import { FieldList } from '../form/field-list.tsx'
import type { ParameterField, ParameterSchema } from '../form/schema-fields.ts'

const TYPE = 'type:'

/** The parameters of an `integration` node: the service, one of its actions, and what the action needs. */
export function IntegrationForm({ schema }: { schema: ParameterSchema }) {
  const id = useId()
  const { setMany } = useParameterEdits([])
  const integrationId = useParameterValue(['integration_id'])
  const type = useParameterValue(['type'])
  const integrations = useQuery(integrationsQuery)
  const catalogue = useQuery(catalogueQuery)
  const problem = useParameterProblem(['integration_id'])
  const isSet = integrationId !== undefined || type !== undefined
  const service =
    integrationId === undefined ? type : integrations.data?.find(({ id: one }) => one === integrationId)?.type
  const credentialType = catalogue.data?.find((one) => one.type === service)?.credential?.type
  const chosen =
    typeof integrationId === 'string'
      ? integrationId
      : typeof type === 'string'
        ? `${TYPE}${type}`
        : undefined
  const options = useMemo(
    () => [
      ...(integrations.data ?? []).map((one) => ({
        value: one.id,
        label: one.name,
        group: t.connectedIntegrations,
        keywords: [one.type],
      })),
      ...(catalogue.data ?? [])
        .filter(({ type: service }) => !(integrations.data ?? []).some((one) => one.type === service))
        .map(({ type: service, name, summary }) => ({
          value: `${TYPE}${service}`,
          label: name,
          description: summary,
          group: t.catalogue,
          keywords: [service],
        })),
    ],
    [integrations.data, catalogue.data],
  )
  const choose = (value: string) =>
    setMany(
      value.startsWith(TYPE)
        ? {
            integration_id: undefined,
            type: value.slice(TYPE.length),
            action: undefined,
            parameters: undefined,
          }
        : { integration_id: value, type: undefined, action: undefined, parameters: undefined },
      t.integration,
    )
  const error = integrations.error ?? catalogue.error
  return (
    <div className="space-y-4">
      <LabeledField id={id} label={t.integration} isRequired error={isSet ? problem : undefined}>
        <Combobox
          id={id}
          compact
          value={chosen}
          onChange={choose}
          options={options}
          placeholder={t.chooseIntegration}
          emptyText={t.noIntegrations}
          loading={integrations.isFetching || catalogue.isFetching}
          failure={error === null ? undefined : describeError(error)}
          aria-describedby={isSet && problem !== undefined ? `${id}-error` : undefined}
          aria-invalid={isSet && problem !== undefined ? true : undefined}
        />
      </LabeledField>
      {credentialType !== undefined && (
        <CredentialPicker types={[credentialType]} isOptional={integrationId !== undefined} />
      )}
      {typeof integrationId === 'string' && <ConnectedAction schema={schema} integrationId={integrationId} />}
      {integrationId === undefined && typeof type === 'string' && (
        <CatalogueAction schema={schema} entry={catalogue.data?.find((one) => one.type === type)} />
      )}
    </div>
  )
}

function ConnectedAction({ schema, integrationId }: { schema: ParameterSchema; integrationId: string }) {
  const action = useParameterValue(['action'])
  const name = typeof action === 'string' ? action : ''
  const list = useQuery(actionsQuery(integrationId))
  const one = useQuery({ ...actionQuery(integrationId, name), enabled: name !== '' && !name.includes('{{') })
  return (
    <ActionFields
      schema={schema}
      actions={list.data ?? []}
      chosen={one.data ?? undefined}
      isLoading={list.isFetching || one.isFetching}
      failure={list.error === null ? undefined : describeError(list.error)}
    />
  )
}

function CatalogueAction({ schema, entry }: { schema: ParameterSchema; entry: CatalogueEntry | undefined }) {
  const action = useParameterValue(['action'])
  return (
    <ActionFields
      schema={schema}
      actions={entry?.actions ?? []}
      chosen={entry?.actions.find(({ name }) => name === action)}
      isLoading={entry === undefined}
      failure={undefined}
    />
  )
}

interface ActionFieldsProps {
  schema: ParameterSchema
  actions: readonly IntegrationAction[]
  chosen: IntegrationAction | undefined
  isLoading: boolean
  failure: string | undefined
}

function ActionFields({ schema, actions, chosen, isLoading, failure }: ActionFieldsProps) {
  const id = useId()
  const action = useParameterValue(['action'])
  const { setMany } = useParameterEdits([])
  const problem = useParameterProblem(['action'])
  const value = typeof action === 'string' && action !== '' ? action : undefined
  const parameters = chosen?.parameters as ParameterSchema | undefined
  const options = useMemo(
    () =>
      actions.map(({ name, title, help }) => ({
        value: name,
        label: title,
        description: help,
        keywords: [name],
      })),
    [actions],
  )
  const free: ParameterField = {
    name: 'parameters',
    title: t.actionParameters,
    description: schema.properties?.['parameters']?.description ?? '',
    schema: schema.properties?.['parameters'] ?? {},
    control: 'map',
    mode: 'template',
    isRequired: false,
    rulePath: 'parameters',
  }
  return (
    <>
      <LabeledField
        id={id}
        label={t.action}
        isRequired
        error={value === undefined ? undefined : problem}
        hint={chosen === undefined || chosen.help === '' ? undefined : <Markdown text={chosen.help} />}
      >
        <Combobox
          id={id}
          compact
          value={value}
          onChange={(next) => setMany({ action: next }, t.action)}
          options={options}
          placeholder={t.chooseAction}
          emptyText={t.noActions}
          loading={isLoading}
          failure={failure}
        />
      </LabeledField>
      {value !== undefined && parameters !== undefined && (
        <FieldList
          key={value}
          schema={parameters}
          path={['parameters']}
          rulePath="parameters"
          typical={[...(parameters.required ?? []), ...Object.keys(chosen?.example ?? {})]}
        />
      )}
      {value !== undefined && parameters === undefined && !isLoading && (
        <MapParameter field={free} path={['parameters']} />
      )}
      {value !== undefined && parameters === undefined && isLoading && <Skeleton className="h-24" />}
    </>
  )
}
