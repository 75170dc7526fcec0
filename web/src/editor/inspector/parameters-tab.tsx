import { clsx } from 'clsx'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import * as drawerTexts from '../../texts/editor/drawer.ts'
import * as t from '../../texts/editor/inspector.ts'
import { JsonParameter } from './controls/json-parameter.tsx'
import { CredentialPicker } from './credentials/credential-picker.tsx'
import { type NodeProblem, useSettledNode, useNodeBinding } from './form/binding.tsx'
import { FieldList } from './form/field-list.tsx'
import type { ParameterSchema } from './form/schema-fields.ts'
import { ReadOnlyParameters } from './read-only.tsx'
import { IntegrationForm } from './special/integration-form.tsx'
import { WebhookAddress } from './special/webhook-address.tsx'

/** Shown in the section about retries and errors. */
const elsewhere = ['join']

/** The parameters of a node, drawn from the schema of its type. */
export function ParametersTab() {
  const { nodeType, problems, isReadOnly } = useNodeBinding()
  const node = useSettledNode()
  if (node === undefined) return null
  if (isReadOnly) return <ReadOnlyParameters schema={nodeType?.parameters ?? {}} />
  if (nodeType === undefined) return <UnknownType type={node.type} />
  const schema = nodeType.parameters as ParameterSchema
  const isEmpty = Object.keys(schema.properties ?? {}).length === 0
  const isShownBelow = ({ severity, parameter }: NodeProblem) =>
    severity === 'error' && Object.hasOwn(schema.properties ?? {}, parameter?.split('.', 1)[0] ?? '')
  const general = problems.filter((problem) => !isShownBelow(problem))
  const example = nodeType.example['data']
  const isWebhook = nodeType.type === 'webhook'
  const typical = [
    ...(typeof example === 'object' && example !== null ? Object.keys(example) : []),
    ...(isWebhook ? ['auth'] : []),
  ]
  // Without authentication a webhook has nothing to check.
  const isOpen = isWebhook && (node.data?.['auth'] ?? 'none') === 'none' && node.credential_id === undefined
  const hasCredential = nodeType.credential_types.length > 0 && !isOpen
  const takesOneOfMany = nodeType.type === 'http' || isWebhook
  return (
    <div className="space-y-4 p-4">
      {general.map(({ severity, message }) => {
        const Icon = severity === 'warning' ? TriangleAlert : CircleAlert
        return (
          <p
            key={message}
            className={clsx(
              'flex items-start gap-2 rounded-control p-2.5 text-[13px]',
              severity === 'warning' ? 'bg-warning-soft text-warning-ink' : 'bg-danger-soft text-danger-ink',
            )}
          >
            <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            <span className="min-w-0 break-words">
              {severity === 'warning' && <span className="sr-only">{drawerTexts.severities.warning}: </span>}
              {message}
            </span>
          </p>
        )
      })}
      {isEmpty && !hasCredential && <p className="text-[13px] text-muted">{t.noParameters}</p>}
      {isWebhook && <WebhookAddress />}
      {nodeType.type === 'integration' ? (
        <IntegrationForm schema={schema} />
      ) : (
        <FieldList
          key={node.id}
          schema={schema}
          path={[]}
          typical={typical}
          skip={elsewhere}
          afterField={isWebhook ? 'auth' : undefined}
          afterFirst={
            hasCredential && (
              <CredentialPicker types={nodeType.credential_types} isOptional={takesOneOfMany} />
            )
          }
        />
      )}
    </div>
  )
}

/** A newer server may know the type: nothing is lost, and everything can be edited as JSON. */
function UnknownType({ type }: { type: string }) {
  return (
    <div className="space-y-4 p-4">
      <p className="text-[13px] text-muted">{t.unknownType(type)}</p>
      <JsonParameter
        field={{
          name: 'data',
          title: t.tabParameters,
          description: '',
          schema: {},
          control: 'any',
          mode: 'template',
          isRequired: false,
          rulePath: '',
        }}
        path={[]}
      />
    </div>
  )
}
