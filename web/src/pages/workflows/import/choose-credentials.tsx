import { useQuery } from '@tanstack/react-query'
import { catalogueQuery } from '../../../api/integrations.ts'
import { Field } from '../../../components/field.tsx'
import { CredentialSelect } from '../../../connections/credential-select.tsx'
import { kindOfCredential } from '../../../connections/credential-values.ts'
import * as credentialTexts from '../../../texts/credentials.ts'
import * as t from '../../../texts/workflows/import.ts'
import type { CredentialChoice } from './credential-choices.ts'

interface ChooseCredentialsProps {
  choices: readonly CredentialChoice[]
  /** Null: the nodes are imported without it. */
  onChoose: (id: string, chosen: string | null) => void
}

/** Which credentials of the account stand for those that the bundle names. */
export function ChooseCredentials({ choices, onChoose }: ChooseCredentialsProps) {
  const { data: catalogue = [] } = useQuery(catalogueQuery)
  return (
    <section className="space-y-4">
      <div>
        <h3 className="text-sm font-semibold">{t.credentials}</h3>
        <p className="mt-0.5 text-[0.8125rem] text-muted">{t.credentialsNote}</p>
      </div>
      {choices.map((choice) => {
        const { reference, types, chosen, usedBy } = choice
        const { id, name, type } = reference
        const kind = type === undefined ? credentialTexts.credential : kindOfCredential(type, catalogue).title
        return (
          <Field
            key={id}
            label={name}
            hint={
              <>
                {t.usedBy(kind, usedBy)}
                <CredentialNote choice={choice} />
              </>
            }
          >
            {(control) => (
              <CredentialSelect
                {...control}
                types={types}
                isOptional
                placeholder={chosen === null ? credentialTexts.none : credentialTexts.choose}
                suggestedName={name}
                value={chosen ?? undefined}
                onChange={(next) => onChoose(id, next ?? null)}
              />
            )}
          </Field>
        )
      })}
    </section>
  )
}

/** What follows from the choice, where that is not obvious. */
function CredentialNote({ choice: { chosen, found } }: { choice: CredentialChoice }) {
  if (typeof chosen === 'string') return null
  const text = chosen === null ? t.leftOut : found === 'several' ? t.several : t.notChosen
  return (
    <span role="status" className="mt-0.5 block text-warning-ink">
      {text}
    </span>
  )
}
